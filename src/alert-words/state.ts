import type { StateOf } from '../events/part'
import { alertWordsOf } from './queries'

/** Alert words of the actor (register, alert_words). */
export const alertWordsState: StateOf = async ({ actor, sql }) => ({ alert_words: await alertWordsOf(sql, actor.id) })
