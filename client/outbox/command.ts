import type { AnswerOf, ParamsOf } from '../api'
import type { Conversation } from '../store/conversation'

/** A draft with the time of its last edit, by which it is known again. */
type Draft = ParamsOf<'PATCH /drafts/{draft_id}'>['draft'] & { readonly timestamp: number }

/** A message or draft: its id, or the id of the command that is still to make it. */
export type Target = number | string

interface MessageIds {
  readonly messages: readonly number[]
}

type Reaction = Pick<
  ParamsOf<'POST /messages/{message_id}/reactions'>,
  'message_id' | 'emoji_name' | 'emoji_code' | 'reaction_type'
>

interface Topic {
  readonly stream_id: number
  readonly topic: string
}

/** What each kind of command is given. */
export interface CommandParams {
  /** A file stands in the text as `upload:ID`, with the id of the command that uploads it. */
  readonly send: { readonly to: Conversation; readonly content: string }
  readonly edit: { readonly message_id: Target; readonly content: string }
  readonly move: Omit<ParamsOf<'PATCH /messages/{message_id}'>, 'content'>
  readonly delete: { readonly message_id: Target }
  readonly react: Reaction
  readonly unreact: Reaction
  readonly star: MessageIds
  readonly unstar: MessageIds
  readonly read: MessageIds
  readonly unread: MessageIds
  /** `before`: how often one has added the same already, if that means something each time. */
  readonly vote: ParamsOf<'POST /submessage'> & { readonly before?: number }
  /** Makes a draft, or changes one. */
  readonly draft: { readonly draft_id?: Target; readonly draft: Draft }
  readonly discard: { readonly draft_id: Target }
  readonly upload: { readonly name: string; readonly size: number }
  readonly mute_topic: Topic
  readonly unmute_topic: Topic
  readonly subscription: { readonly stream_id: number; readonly property: string; readonly value: boolean | string }
  readonly setting: { readonly property: string; readonly value: unknown }
  readonly status: ParamsOf<'POST /users/me/status'>
}

export type CommandKind = keyof CommandParams

/** What `do` is given: a kind with its parameters, and the file of an upload. */
export type NewCommand = {
  [K in CommandKind]: { readonly kind: K } & (K extends 'upload'
    ? { readonly name: string; readonly file: Blob }
    : CommandParams[K])
}[CommandKind]

/** Something to be done: plain, and kept until it is done. */
export type Command<K extends CommandKind = CommandKind> = {
  [Kind in K]: {
    readonly kind: Kind
    readonly params: CommandParams[Kind]
    /** The client's own name for it. */
    readonly id: string
    /** Grows: commands are done in this order within their lane. */
    readonly number: number
    /** Whose it is. No client of another account does it. */
    readonly user_id: number
    /** Id of the client that does it. */
    readonly window: string
    /** Commands of a lane are done one after the other. */
    readonly lane: string
    /** `done`: the server has answered, and the store is not told yet. An upload stays until its message is sent. */
    readonly state: 'waiting' | 'refused' | 'done'
    /** Why it was refused. */
    readonly reason?: string | undefined
    /** Of a message: the queue that was followed when it was written. With the id it makes the message known again. */
    readonly queue_id?: string | undefined
    /** Id of the message or draft that it made. */
    readonly createdId?: number
    /** Address of a file that was uploaded. */
    readonly uri?: string
    /** How much of a file is uploaded, from 0 to 1, where that can be told. */
    readonly progress?: number
  }
}[K]

interface Answers {
  readonly send: AnswerOf<'POST /messages'>
  readonly draft: Partial<AnswerOf<'POST /drafts'>>
  readonly upload: AnswerOf<'POST /user_uploads'>
}

/** What the server answers. */
export type CommandAnswer<K extends CommandKind> = K extends keyof Answers ? Answers[K] : object
