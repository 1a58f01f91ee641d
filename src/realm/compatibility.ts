import type { RequestFacts } from '../core/turn/call'
import { z } from 'zod'
import { refused } from '../core/base/errors'
import { reactionTypeSchema, type ReactionType } from '../emoji/schema'

/**
 * Second names of fields, for software written for the Zulip API. `COMPATIBILITY_NAMES = "off"` in `wrangler.toml` removes them.
 * They are only in this file (endpoints, Two names, one endpoint).
 */
const otherNames: Record<string, string> = {
  service_version: 'zulip_version',
  service_feature_level: 'zulip_feature_level',
  service_merge_base: 'zulip_merge_base',
  service_plan_is_not_limited: 'zulip_plan_is_not_limited',
}

/** Fields of answers that tell the version of the API, under both names. */
export const versionFields = {
  /** Version of the Zulip API that the server speaks. */
  service_version: z.string(),
  /** The same as `service_version`. */
  service_merge_base: z.string(),
  /** Feature level of the API: says which features a client can rely on. */
  service_feature_level: z.int(),
  /** `service_version` under its older name; absent where a deployment turned these names off. */
  zulip_version: z.string().optional(),
  /** `service_merge_base` under its older name; absent where a deployment turned these names off. */
  zulip_merge_base: z.string().optional(),
  /** `service_feature_level` under its older name; absent where a deployment turned these names off. */
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

export type SentReactionType = z.infer<typeof sentReactionTypeSchema>

/** The reaction type under its name in responses: clients may send the second name of one type. */
export function reactionTypeOf(
  sent: SentReactionType | undefined,
  env: Pick<Env, 'COMPATIBILITY_NAMES'>,
): ReactionType | undefined {
  if (sent !== otherExtraEmoji) return sent
  if (env.COMPATIBILITY_NAMES === 'off') throw refused('Invalid emoji type.')
  return 'service_extra_emoji'
}
