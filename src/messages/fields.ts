import { z } from 'zod'
import { text } from '../core/http/params'
import { longestRaw } from './text'

/** A content or a topic, just as a person wrote it: `text.ts` says what becomes of it and how it is refused. */
export const written = text(z.string().max(longestRaw)).anyCharacters()

/** The topic of messages that are there already, or might be. */
export const namedTopic = text(z.string().max(1000)).anyCharacters()
