import type { StateOf } from '../events/part'
import { mutedTopics } from './queries'

export const mutedTopicsState: StateOf = async ({ sql, actor }) => ({ muted_topics: await mutedTopics(sql, actor.id) })
