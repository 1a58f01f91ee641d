import type { Records } from '../../src/archive/records.ts'
import type { ConversionSink, SourceFiles } from '../conversion.ts'
import type { Addresses } from '../shared/addresses.ts'
import type { Numbering } from '../shared/numbering.ts'
import type { Times } from '../shared/times.ts'
import type { People } from './people.ts'
import type { Pictures } from './pictures.ts'
import type { Tables } from './tables.ts'

/** Ids of the archive by those of the source. */
export interface Ids {
  readonly users: Numbering
  readonly streams: Numbering
  readonly emoji: Numbering
  readonly profileFields: Numbering
}

/** What all parts of the conversion need. */
export interface Source {
  readonly files: SourceFiles
  readonly sink: ConversionSink
  readonly times: Times
  readonly tables: Tables
  readonly ids: Ids
  readonly addresses: Addresses
  readonly people: People
  readonly pictures: Pictures
  /** By ids of the source. */
  readonly customEmoji: ReadonlyMap<number, Records['emoji']>
  /** Types of profile fields by their ids here. */
  readonly fieldTypes: ReadonlyMap<number, number>
}
