/** Types of what travels, from the server's own declarations. */
import type { z } from 'zod'
import type { Api } from '../src/app'
import type { eventSchemas } from '../src/events/schema'

/** Method and path of an operation below `/api/v1`: `POST /messages/{message_id}/reactions`. */
export type Route = Exclude<keyof Api, `${string}{base_url}${string}`>

/** Parameters of an operation as a client writes them, those of the path among them. */
export type ParamsOf<R extends Route> = Api[R]['params']

/** Fields of the answer beside `result` and `msg`. */
export type AnswerOf<R extends Route> = Api[R]['answer']

/** The state that an event queue begins with, or the parts of it that were asked for. */
export type Registration = AnswerOf<'POST /register'>

/** The whole state. */
export type State = { [F in keyof Registration]-?: Exclude<Registration[F], undefined> }

type Event = z.output<(typeof eventSchemas)[number]>

export type EventType = Event['type']

/** The events of one type. */
export type Of<T extends EventType> = Extract<Event, { type: T }>

/** An event as it arrives in an event queue. */
export type WireEvent = Event & { readonly id: number }

/** A message with the flags of the account that asked. */
export type Message = AnswerOf<'GET /messages'>['messages'][number]

/** A file of the account's own. */
export type Attachment = AnswerOf<'GET /attachments'>['attachments'][number]

export type User = State['realm_users'][number]
export type Stream = State['streams'][number]
export type Subscription = State['subscriptions'][number]
/** A stream that the account was never subscribed to. */
export type OtherStream = State['never_subscribed'][number]
