// The fixed words of answers, as the server gives them to the page.

export const words = JSON.parse(document.getElementById("words").textContent);
