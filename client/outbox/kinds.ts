import type { Kinds } from './kind'
import { messageKinds } from './message-kinds'
import { stateKinds } from './state-kinds'

export const kinds: Kinds = { ...messageKinds, ...stateKinds }
