/**
 * What a scanned code says, and the key that can be derived from a scan: GTINs, GS1 element strings, what scanners and
 * spreadsheets make of them.
 *
 * <p>The doors are {@link io.plantgate.intake.barcode.BarcodeRules} and {@link io.plantgate.intake.barcode.KeyRecipe}. Pure
 * functions of text, with the GS1 General Specifications as their source. The one form of a code serves keys and comparisons
 * only; what was read is kept as it was read.
 */
package io.plantgate.intake.barcode;
