import type { Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { policyAdmits } from '../accounts/policies'
import { settingsOf } from '../accounts/settings'
import type { AccessedStream } from './access'
import type { StreamRow } from './queries'

/** The columns that say who may find and read a stream. */
export type Privacy = Pick<StreamRow, 'invite_only' | 'is_web_public' | 'history_public_to_subscribers'>

/** Refuses unless the organization has web-public streams and lets the actor create one. */
export function assertMayMakeWebPublic({ actor, now }: Pick<Turn, 'actor' | 'now'>): void {
  const { enable_spectator_access, create_web_public_stream_policy } = settingsOf(actor)
  if (!enable_spectator_access) throw refused('Web-public streams are not enabled.')
  if (!policyAdmits(create_web_public_stream_policy, actor, now))
    throw refused('Insufficient permission', { reason: 'not_allowed' })
}

export interface WantedPrivacy {
  is_private?: boolean | undefined
  is_web_public?: boolean | undefined
  history_public_to_subscribers?: boolean | undefined
}

/**
 * Privacy of a stream after a request. `history_public_to_subscribers` only counts together with another parameter (endpoints,
 * Streams).
 */
export function wantedPrivacy(turn: Turn, { stream, subscribed }: AccessedStream, wanted: WantedPrivacy): Privacy {
  const { is_private, is_web_public, history_public_to_subscribers } = wanted
  if (is_private === undefined && is_web_public === undefined) return privacyOf(stream)
  // Administrators know of all private streams, but must not open one that they cannot read.
  if (stream.invite_only && !subscribed)
    throw refused('You must be subscribed to a private stream to change who can see it.')

  const invite_only = is_private ?? Boolean(stream.invite_only)
  if (is_web_public) {
    assertMayMakeWebPublic(turn)
    if (invite_only || history_public_to_subscribers === false)
      throw refused('A web-public stream can neither be private nor hide its history.')
  }
  if (invite_only && stream.is_default) throw refused('Default streams cannot be made private.')
  const unsaid = is_private === undefined && Boolean(stream.history_public_to_subscribers)
  return {
    invite_only: Number(invite_only),
    is_web_public: Number(is_web_public ?? (Boolean(stream.is_web_public) && !invite_only)),
    history_public_to_subscribers: Number(!invite_only || (history_public_to_subscribers ?? unsaid)),
  }
}

const privacyOf = ({ invite_only, is_web_public, history_public_to_subscribers }: Privacy): Privacy => ({
  invite_only,
  is_web_public,
  history_public_to_subscribers,
})
