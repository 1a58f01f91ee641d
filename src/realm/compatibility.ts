import type { RequestFacts } from '../core/turn/call'
import { z } from 'zod'
import { refused } from '../core/base/errors'
import { reactionTypeSchema, type ReactionType } from '../emoji/schema'

/**
 * Second names of fields, which software written for the Zulip API looks for. `COMPATIBILITY_NAMES = "off"` in
 * `wrangler.toml` turns them off. They stand in this file only (endpoints, Two names, one endpoint).
 */
const otherNames: Record<string, string> = {
  service_version: 'zulip_version',
  service_feature_level: 'zulip_feature_level',
  service_merge_base: 'zulip_merge_base',
  service_plan_is_not_limited: 'zulip_plan_is_not_limited',
}

/** Fields of answers that tell the version of the API, under both names. */
export const versionFields = {
  /** Release whose API the server has. */
  service_version: z.string(),
  /** The same as `service_version`. */
  service_merge_base: z.string(),
  /** Number that grows with each change of the API. Clients compare it to know what the server can do. */
  service_feature_level: z.int(),
  /** The same as `service_version`, under the name that clients of Zulip know. */
  zulip_version: z.string().optional(),
  /** The same as `service_merge_base`, under the name that clients of Zulip know. */
  zulip_merge_base: z.string().optional(),
  /** The same as `service_feature_level`, under the name that clients of Zulip know. */
  zulip_feature_level: z.int().optional(),
}

/** Adds the second names of those fields that have one. */
export function withOtherNames<T extends Record<string, unknown>>(fields: T, env: Pick<Env, 'COMPATIBILITY_NAMES'>): T {
  if (env.COMPATIBILITY_NAMES === 'off') return fields
  const others = Object.entries(otherNames).filter(([name]) => name in fields)
  return { ...fields, ...Object.fromEntries(others.map(([name, other]) => [other, fields[name]])) }
}

/**
 * Whether a request has no anchor. zulip-terminal sends `anchor=0` together with `use_first_unread_anchor` and means the
 * latter; from other clients the two together are refused (endpoints, Fetching).
 */
export const isNoAnchor = (
  anchor: number | string | undefined,
  { client }: Pick<RequestFacts, 'client'>,
  env: Pick<Env, 'COMPATIBILITY_NAMES'>,
): boolean => anchor === undefined || (anchor === 0 && client === 'ZulipTerminal' && env.COMPATIBILITY_NAMES !== 'off')

const otherExtraEmoji = 'zulip_extra_emoji'

/** A reaction type as clients may send it. */
export const sentReactionTypeSchema = z.enum([...reactionTypeSchema.options, otherExtraEmoji])

/** The reaction type under its name in answers: clients may send the second name of one type. */
export function reactionTypeOf(
  sent: z.infer<typeof sentReactionTypeSchema> | undefined,
  env: Pick<Env, 'COMPATIBILITY_NAMES'>,
): ReactionType | undefined {
  if (sent !== otherExtraEmoji) return sent
  if (env.COMPATIBILITY_NAMES === 'off') throw refused('Invalid emoji type.')
  return 'service_extra_emoji'
}
