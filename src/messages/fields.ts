import { z } from 'zod'
import { text } from '../core/http/params'
import { longestRaw } from './text'

// The text is taken as it was written. `text.ts` says what becomes of it, and refuses it in its own words.
/** Text of a message in Markdown: at most 10,000 bytes. It must not be blank. */
export const written = text(z.string().max(longestRaw)).anyCharacters()

/** Topic of messages. */
export const namedTopic = text(z.string().max(1000)).anyCharacters()
