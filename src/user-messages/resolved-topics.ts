import { fragment } from '../core/sql/sql'

/** Topics that begin with this are resolved. The index `message_of_resolved_topic` of `schema.sql` has the same text. */
const prefix = '✔ '

export const isResolved = (topic: string): boolean => topic.startsWith(prefix)

/** The topic without the prefix, even if it is repeated. */
export const unresolvedTopic = (topic: string): string => topic.replace(/^[✔ ]+/u, '')

/** Exactly the condition of the index, because the database would not use it otherwise. */
export const isOfResolvedTopic = fragment`substr(message.topic, 1, 2) = '✔ '`
