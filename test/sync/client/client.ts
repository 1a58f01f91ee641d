import type { z } from 'zod'
import type { eventSchemas } from '../../../src/events/schema'
import type { stateSchema } from '../../../src/events/state-schema'
import type { Attachment } from '../../../src/uploads/schema'
import type { messageSchema } from '../../../src/messages/schema'
import type { Params } from '../../kit'
import type { Place } from './unread-place'

/** The whole initial state, as POST /register answers it. */
export type State = { [F in keyof Answered]-?: Exclude<Answered[F], undefined> }

type Answered = z.infer<z.ZodObject<typeof stateSchema>>

/** Any event, as it travels. */
export type WireEvent = z.infer<(typeof eventSchemas)[number]>

/** The events of one type. */
export type Of<T extends WireEvent['type']> = Extract<WireEvent, { type: T }>

/** A message, as a client keeps it. */
export type KnownMessage = z.infer<typeof messageSchema>

/** How one type of event is taken in. */
export type Applying<T extends WireEvent['type']> = (client: Client, event: Of<T>) => void

/** A client that follows the API: what it knew at first, brought up to date by what it was told, and nothing else. */
export interface Client {
  readonly user_id: number
  /** What it registered with. */
  readonly options: Params
  readonly state: State
  readonly messages: Map<number, KnownMessage>
  /** Its own files. */
  readonly attachments: Map<number, Attachment>
  /** Where each unread message counts. */
  readonly unread: Map<number, Place>
}
