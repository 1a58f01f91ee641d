/** The types of requests, answers and events. They follow from the server's declarations. */
import type { z } from 'zod'
import type { Api } from '../src/app'
import type { eventSchemas } from '../src/events/schema'

/** Method and path of an operation below `/api/v1`: `POST /messages/{message_id}/reactions`. */
export type Route = Exclude<keyof Api, `${string}{base_url}${string}`>

/** Parameters of an operation, including those of its path. */
export type ParamsOf<R extends Route> = Api[R]['params']

/** Fields of the answer, except `result` and `msg`. */
export type AnswerOf<R extends Route> = Api[R]['answer']

/** The answer of `POST /register`: those parts of the state that the client registered for. */
export type Registration = AnswerOf<'POST /register'>

/** All fields that a registration can have. */
export type State = { [F in keyof Registration]-?: Exclude<Registration[F], undefined> }

type Event = z.output<(typeof eventSchemas)[number]>

export type EventType = Event['type']

/** The events of one type. */
export type Of<T extends EventType> = Extract<Event, { type: T }>

/** An event with its id in an event queue. */
export type WireEvent = Event & { readonly id: number }

/** A message, with the flags that the account has set. */
export type Message = AnswerOf<'GET /messages'>['messages'][number]

/** A file that the account has uploaded. */
export type Attachment = AnswerOf<'GET /attachments'>['attachments'][number]

export type User = State['realm_users'][number]
export type Stream = State['streams'][number]
export type Subscription = State['subscriptions'][number]
/** A stream to which the account was never subscribed. */
export type OtherStream = State['never_subscribed'][number]
