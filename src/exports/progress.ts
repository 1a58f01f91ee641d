import { beforeFirstId } from '../core/sql/ids'
import type { SystemTurn } from '../core/turn/change'
import type { Manifest } from '../archive/records'
import type { ExportCursor } from './chapter'
import type { Scope } from './full/scope'
import type { ExportRow, Part } from './queries'
import { exportTypes, type ExportType } from './export-types'

/** What was written of each chapter. */
export type Counts = Readonly<Record<string, { pages: number; records: number }>>

/** How far an archive has come: where its next part begins. */
export interface ArchiveProgress {
  /** Id of the last message at the start. */
  readonly until: number
  /** Number of the part, from 1. */
  readonly number: number
  readonly chapter: number
  /** The last written item of the chapter. */
  readonly after: ExportCursor | null
  /** Amounts written, by the names of chapters. */
  readonly counts: Counts
  /** Of a full archive: what it may have, which stays the same until its end. Missing in an export of public data. */
  readonly full?: FullProgress
}

export interface Progress extends ArchiveProgress {
  readonly export_id: number
}

export interface FullProgress {
  readonly export_type: ExportType
  /** The last ids at the start, within the organization. So records never refer to what came later. */
  readonly last: LastIds
  /** Null: everything. Missing before the first part, which finds it out. */
  readonly scope?: Scope | null
  /** Files stay in the bucket, and the archive says where. */
  readonly leavesFiles?: true
}

export type LastIds = Manifest['last_ids']

/** A stored part and the progress after it, which is null after the last part. */
export interface WrittenPart<P extends ArchiveProgress = Progress> {
  readonly part: Part & { readonly sha256: string }
  readonly next: P | null
  /** Messages in all parts so far. */
  readonly messages: number
}

/** The progress of an export before its first part. */
export const beginningOf = (
  { id, realm_id, export_type }: Pick<ExportRow, 'id' | 'realm_id' | 'export_type'>,
  upcoming: SystemTurn['upcoming'],
): Progress => ({
  export_id: id,
  ...archiveBeginning(upcoming),
  ...(export_type !== exportTypes.public && { full: { export_type, last: lastIds(realm_id, upcoming) } }),
})

/** The progress of an archive before its first part. */
export const archiveBeginning = (upcoming: SystemTurn['upcoming']): ArchiveProgress => ({
  until: upcoming('message') - 1,
  number: 1,
  chapter: 0,
  after: null,
  counts: {},
})

/** The last ids of the organization, as archives have them. */
export function lastIds(realm_id: number, upcoming: SystemTurn['upcoming']): LastIds {
  const last = (counter: keyof LastIds): number => upcoming(counter) - 1 - beforeFirstId(realm_id)
  return {
    user: last('user'),
    recipient: last('recipient'),
    message: last('message'),
    attachment: last('attachment'),
    realm_emoji: last('realm_emoji'),
    user_group: last('user_group'),
    profile_field: last('profile_field'),
    linkifier: last('linkifier'),
    playground: last('playground'),
    default_stream_group: last('default_stream_group'),
  }
}
