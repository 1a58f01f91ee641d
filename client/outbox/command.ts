import type { AnswerOf, Of, ParamsOf } from '../api'
import type { Answer } from '../connection/refusal'
import type { Conversation } from '../store/conversation'

/** A draft with the time of its last edit. Text and time together identify a draft without an id. */
type Draft = ParamsOf<'PATCH /drafts/{draft_id}'>['draft'] & { readonly timestamp: number }

/** A message or draft: its id, or the id of the command that has yet to create it. */
export type Target = number | string

interface MessageIds {
  readonly messages: readonly number[]
}

/** The reaction is shown before the event arrives, so it has everything that the event will have. */
type Reaction = Pick<Of<'reaction'>, 'message_id' | 'emoji_name' | 'emoji_code' | 'reaction_type'>

interface Topic {
  readonly stream_id: number
  readonly topic: string
}

/** The parameters of each kind of command. */
export interface CommandParams {
  /** In the text, `upload:ID` stands for a file. `ID` is the id of the command that uploads it. */
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
  /**
   * A repeated vote changes something again, so a retry has to find out whether the first attempt arrived. `before` is the number
   * of equal submessages that the account had already added.
   */
  readonly vote: ParamsOf<'POST /submessage'> & { readonly before?: number }
  /** Without `draft_id` it creates a draft. */
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

/** The argument of `do`: a kind with its parameters, and for an upload the file. */
export type NewCommand = {
  [K in CommandKind]: { readonly kind: K } & (K extends 'upload'
    ? { readonly name: string; readonly file: Blob }
    : CommandParams[K])
}[CommandKind]

/** A change that the server is to make. It is a plain object, stored until the change is done. */
export type Command<K extends CommandKind = CommandKind> = {
  [Kind in K]: {
    readonly kind: Kind
    readonly params: CommandParams[Kind]
    /** Chosen by the client. */
    readonly id: string
    /** Commands of a lane are done in the order of their numbers. */
    readonly number: number
    /** Id of the account. Clients of other accounts ignore the command. */
    readonly user_id: number
    /** Id of the client that has to do it. */
    readonly window: string
    /** Commands of a lane are done one after the other. */
    readonly lane: string
    /** `done`: the server has answered, but the store does not show it yet. An upload stays until its message is sent. */
    readonly state: 'waiting' | 'refused' | 'done'
    /** Why it was refused, in English: `refusal` says it by a code, unless the client itself gave the command up. */
    readonly reason?: string | undefined
    /** The server's answer if it was refused. */
    readonly refusal?: Answer | undefined
    /** For a message: the event queue when it was written. The server recognizes a repeated message by this and the id. */
    readonly queue_id?: string | undefined
    /** Id of the message or draft that it created. */
    readonly createdId?: number
    /** Address of the uploaded file. */
    readonly uri?: string
    /** How much of a file is uploaded, from 0 to 1; missing if that is not known. */
    readonly progress?: number
  }
}[K]

interface Answers {
  readonly send: AnswerOf<'POST /messages'>
  readonly draft: Partial<AnswerOf<'POST /drafts'>>
  readonly upload: AnswerOf<'POST /user_uploads'>
}

/** The server's answer to a command. */
export type CommandAnswer<K extends CommandKind> = K extends keyof Answers ? Answers[K] : object
