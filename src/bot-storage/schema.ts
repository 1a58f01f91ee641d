import { z } from 'zod'
import { refused } from '../core/base/errors'

/** The name of a stored text. */
const keySchema = z.string().max(1000)

// As many as an account can have.
export const keysSchema = z.array(keySchema).max(1000)

// The action limits the total size, because stored texts count as well.
export const storageSchema = z.record(keySchema, z.string())

export const noSuchKey = () => refused('Key does not exist.')
