import type { Command, CommandKind } from './command'
import type { Kind, Kinds } from './kind'
import { messageKinds } from './message-kinds'
import { stateKinds } from './state-kinds'

const kinds: Kinds = { ...messageKinds, ...stateKinds }

/**
 * The kind of a command. Call its methods with that command only: TypeScript compares the parameters of methods in both directions,
 * so it also accepts commands of other kinds here.
 */
export const kindOf = ({ kind }: Pick<Command, 'kind'>): Kind<CommandKind> => kinds[kind]
