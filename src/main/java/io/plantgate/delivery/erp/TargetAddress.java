package io.plantgate.delivery.erp;

/**
 * Where a stand-in for a target listens. It counts only while the configuration names no address for the target.
 *
 * @param target name of the target under {@code plantgate.delivery.erp.targets}
 * @param url where effects are posted
 * @param queryUrl where a status query asks, or an empty text
 * @param itemUrl the entity set of a batch's items, or an empty text
 * @param csrfUrl where a CSRF token is fetched, or an empty text
 */
public record TargetAddress(String target, String url, String queryUrl, String itemUrl, String csrfUrl) {}
