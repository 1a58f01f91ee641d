import { z } from 'zod'
import { refused } from '../core/base/errors'

/** A key, under which a text is kept. */
const keySchema = z.string().max(1000)

/** Keys that one request may name; as many as there can be. */
export const keysSchema = z.array(keySchema).max(1000)

/** Texts by key; how much they are together is judged beside what is there already. */
export const storageSchema = z.record(keySchema, z.string())

export const noSuchKey = () => refused('Key does not exist.')
