import type { ChapterName, Manifest, RealmRecord, Records } from '../src/archive/records.ts'

/** The files of an archive that somebody brings: a zip, a tar.gz or a folder. Entries are only read, never written to a disk by their names. */
export interface SourceFiles {
  /** Paths of all files, with `/` between folders and without the folder that contains everything, sorted. */
  readonly names: readonly string[]
  /** Bytes of a file; 0 if there is none. */
  size(name: string): number
  /** The content of a file in pieces. Throws an `ArchiveError` if it is missing, damaged or larger than it says. */
  open(name: string): AsyncIterable<Uint8Array>
  /** A whole text in UTF-8, of at most `maxBytes` (default 64 MiB). */
  text(name: string, maxBytes?: number): Promise<string>
}

/** An archive that cannot be read. The message is meant for the person who runs the import: it names the file and what is wrong with it. */
export class ArchiveError extends Error {}

/** A message without its id. Ids are given in the order of time, and where times are equal, in the order in which they were added. */
export type NewMessage = Omit<Records['messages'], 'id'>

/** A message as converters add it. */
export interface ConvertedMessage extends NewMessage {
  /** Only from a source whose ids already grow with time. All or none of the messages have one. */
  id?: number
  /** How long after `sent_at` it was sent, for the order of messages of one second whose source has them in no order. */
  milliseconds?: number
  /** Rare flags that users have set on it (src/user-messages/bits.ts). They become `marks`, which need the id of the message. */
  flags?: readonly { user_id: number; bits: number }[]
}

/**
 * Takes what a converter finds. Records are checked against the schemas of the format when they are added; one that breaks a rule
 * throws, because the converter must shorten or skip what does not fit.
 */
export interface ConversionSink {
  /** Only from an archive of our own: where it comes from, and the highest ids, which may be above those of its records. */
  manifest(record: Manifest): void
  /** Once, before anything else. Without it the organization keeps its own name and settings. */
  realm(record: RealmRecord): void
  add<Name extends Exclude<ChapterName, 'messages'>>(chapter: Name, record: Records[Name]): void
  message(message: ConvertedMessage): void
  /** Names the content of `files/{path}`, which a record refers to: a file of the source, or one that the server has in its bucket. */
  file(
    path: string,
    from:
      | { name: string }
      | { bytes: Uint8Array }
      | { pieces: () => AsyncIterable<Uint8Array> }
      | { storedKey: string },
  ): void
  /** Counts what is left out, by a kind such as `channel_join` or `files without content`. Whoever runs the import sees all counts. */
  skip(kind: string, amount?: number): void
  /** Says something that the person who runs the import should know, once. */
  warn(text: string): void
}

export interface ConversionOptions {
  /** Addresses of people whose source has none: by their name or id in the source, in lower case. */
  readonly addresses: ReadonlyMap<string, string>
  /** The team to take, if the source has several (Mattermost). */
  readonly team: string | null
  /** The time of the import, in UNIX seconds: dates after it are set to it. */
  readonly now: number
}

/** Knows one kind of archive. Each is in a folder of its own, and `import/kinds.ts` lists all of them. */
export interface Converter {
  /** What `--from` calls it. */
  readonly kind: 'rivulet' | 'zulip' | 'slack' | 'mattermost' | 'discord' | 'rocketchat'
  /** For people. */
  readonly title: string
  /** Whether these files are such an archive, judged by their names and the beginnings of few of them. */
  recognizes(files: SourceFiles): Promise<boolean>
  /** Reads everything, in the order of the chapters as far as it can, and adds it. The same files give the same records each time. */
  convert(files: SourceFiles, sink: ConversionSink, options: ConversionOptions): Promise<void>
}

/** The lowest ids that converters of other chats give: a new organization has used those below for its first users and streams. */
export const firstForeignId = 101
