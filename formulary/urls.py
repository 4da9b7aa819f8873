"""The reader's addresses."""

from django.urls import path

from formulary import picture_views, views

urlpatterns = [
    path("", views.index, name="formulary-index"),
    path("atc/", views.atc_index, name="atc-index"),
    path("atc/<slug:code>/", views.atc_group, name="atc-group"),
    path("ten-de-nham/", views.look_alikes, name="look-alikes"),
    path("<slug:edition>/trang/<int:number>.png", picture_views.page_image, name="page-image"),
    path("<slug:edition>/<slug:slug>/", views.monograph, name="monograph"),
    path("<slug:edition>/<slug:slug>/<slug:section>/", views.monograph_section, name="monograph-section"),
]
