import type { StateOf } from '../events/part'
import { alertWordsOf } from './queries'

/** The actor's own words (register, Own account and messages). */
export const alertWordsState: StateOf = async ({ actor, sql }) => ({ alert_words: await alertWordsOf(sql, actor.id) })
