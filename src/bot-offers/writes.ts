import { fragment, type Fragment } from '../core/sql/sql'
import type { OfferRow } from './queries'

/** Stores the open offer of a bot. Replaces the former one. */
export const storeOffer = (offer: OfferRow): Fragment => fragment`
  insert or replace into bot_offer (bot_id, receiver_id, maker_id, made_at, storage_bytes, payload_url)
  values (
    ${offer.bot_id}, ${offer.receiver_id}, ${offer.maker_id}, ${offer.made_at}, ${offer.storage_bytes}, ${offer.payload_url}
  )`

export const deleteOffers = (bot_ids: readonly number[]): Fragment => fragment`
  delete from bot_offer
  where bot_id in (select value from json_each(${JSON.stringify(bot_ids)}))`
