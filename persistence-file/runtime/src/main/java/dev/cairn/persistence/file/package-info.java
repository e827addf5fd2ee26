/**
 * Keeps instances in the files of a directory, durable after fdatasync.
 *
 * <p>
 * {@link dev.cairn.persistence.file.FileStore} divides the work among three threads: {@code WriterThread},
 * {@code IndexThread} and {@code ReaderThread}. From the bottom up:
 * <ul>
 * <li>{@code disk}: files and directories, and {@code ChecksummedChunkFile} between the index and the disk;
 * <li>{@code record} and {@code log}: the log, which is the truth, in plain files; {@code SegmentLog} writes it;
 * <li>{@code index}: the index, which follows the log, in an MVStore; {@code InstanceStateOverlay} has the present state, from the index
 * and the commits that are not yet in it; {@code WriteGroup} is the next commit;
 * <li>{@code StoreOpening} opens the store, {@code LogCleaner} removes segments, {@code IndexRebuild} makes the index from the
 * log.
 * </ul>
 */
package dev.cairn.persistence.file;
