"""The gate before publication: text that a model wrote passes only where the cited print says the same.

Nothing here measures likeness. A claim is read into atoms (amounts, drugs, populations, routes, stages, words), each
under the operators that govern it ("không", "tránh", "tăng", "trừ" …). It passes when every atom stands in one cited
sentence, or in what is printed above it, under the same operators and bound to the same subject. Whatever the tables
do not know is foreign and stops the claim: the gate errs towards abstaining.
"""
