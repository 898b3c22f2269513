package io.plantgate.site;

public final class Plantgate {
    public static void main(String[] args) {}
}
