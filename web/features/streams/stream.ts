import type { KnownStream } from '../../../client'
import { texts } from '../../i18n'

export type { KnownStream as Stream }

/** What the API calls the kinds of streams, by who may read them (behaviour, Access). */
export const kinds = {
  web: { is_private: false, is_web_public: true, history_public_to_subscribers: true },
  public: { is_private: false, is_web_public: false, history_public_to_subscribers: true },
  private: { is_private: true, is_web_public: false, history_public_to_subscribers: true },
  fromNow: { is_private: true, is_web_public: false, history_public_to_subscribers: false },
} as const

export type StreamPrivacy = keyof typeof kinds

export function kindOf({ invite_only, is_web_public, history_public_to_subscribers }: KnownStream): StreamPrivacy {
  if (is_web_public) return 'web'
  if (!invite_only) return 'public'
  return history_public_to_subscribers ? 'private' : 'fromNow'
}

/** Says who may read a stream. */
export const privacyOf = (stream: KnownStream): string => texts.streams.privacy[kindOf(stream)]
