"""The reader's addresses."""

from django.urls import path

from formulary import views

urlpatterns = [
    path("", views.index, name="formulary-index"),
    path("<slug:edition>/<slug:slug>/", views.monograph, name="monograph"),
    path("<slug:edition>/<slug:slug>/<slug:section>/", views.monograph_section, name="monograph-section"),
]
