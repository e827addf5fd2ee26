/**
 * Keeps instances in the files of a directory, durable after fdatasync.
 *
 * <p>
 * {@link dev.cairn.persistence.file.FileStore} divides the work among three threads: {@code Writer}, {@code Indexer} and
 * {@code Reader}. From the bottom up:
 * <ul>
 * <li>the disk: {@code Disk}, {@code DiskFile}, {@code LocalDisk};
 * <li>the log, which is the truth, in plain files: {@code Log}, {@code Segment} with its headers, scan and reader,
 * {@code Window}, {@code LogBatch}, {@code LogRecord}, {@code RecordCodec}, {@code Spare};
 * <li>the index, which follows it, in an MVStore: {@code ChunkFile} between that and the disk, {@code Index}, {@code InstanceState},
 * {@code InstanceFinder}, {@code SegmentUse};
 * <li>the present state: {@code States}, from the index and the commits that are not yet in it; {@code WriteGroup}, the next
 * commit;
 * <li>{@code Opening} and {@code Cleaner}: the beginning and the end of what is stored; {@code IndexRebuild} makes the index from the log.
 * </ul>
 */
package dev.cairn.persistence.file;
