/**
 * A small ERP over real HTTP: it books postings, remembers them by their idempotency key as a well-behaved ERP does, and
 * misbehaves in every way that lines and targets know, turn by turn as it is told.
 *
 * <p>It has two faces on one set of books: plain REST ({@code POST /postings}, {@code GET /postings/KEY}) and an OData
 * service with {@code $batch} and CSRF tokens, as S/4 has. The demo site talks to it, and so do tests. It knows nothing of
 * the gateway.
 */
package io.plantgate.embedded.erp;
