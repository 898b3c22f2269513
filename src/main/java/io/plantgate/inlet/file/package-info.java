/**
 * Files dropped into an inbox, read as imports that survive a killed process.
 *
 * <p>The door is {@link io.plantgate.inlet.file.FileInbox}, which the route template {@code file-source} plugs into
 * camel-file. A file is claimed by an atomic rename, its rows are decided by {@code ledger:record} chunk by chunk, and it
 * is moved to {@code done/} or {@code failed/} after that.
 */
package io.plantgate.inlet.file;
