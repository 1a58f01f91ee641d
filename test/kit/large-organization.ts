/** The rows of a large organization, as SQL that makes them in the database: no object has to make ten thousand accounts. */

export interface LargeOrganization {
  readonly realm_id: number
  /** Ids of people, streams, messages and groups are greater than this. */
  readonly idsAfter: number
  readonly people: number
  /** At least `streamsOfEach`. */
  readonly streams: number
}

/** Streams that each person is subscribed to. */
export const streamsOfEach = 20

const groupCount = 20
const membersOfGroup = 50

/** People whose rows one statement makes: the local D1 breaks off after ten seconds. */
const peopleAtOnce = 1000

const numbers = (first: number, last: number): string =>
  `with recursive number (n) as (select ${first} union all select n + 1 from number where n < ${last})`

/**
 * What people choose their streams from: each takes one of each range. The ranges grow, so the sizes of streams are as uneven as
 * usual: everybody is in the first one, and most streams are small.
 */
function choices(streams: number): { first: number; count: number }[] {
  const start = (index: number): number => index + Math.floor((streams - streamsOfEach) * (index / streamsOfEach) ** 3)
  return Array.from({ length: streamsOfEach }, (_, index) => ({
    first: start(index),
    count: start(index + 1) - start(index),
  }))
}

/**
 * Statements that make the organization, for a database with the realm. Every fifth person uploaded a picture, every tenth has a
 * status, and every fourth filled a profile field in. Each stream has a message, which all have read.
 */
export function largeOrganization({ realm_id, idsAfter, people, streams }: LargeOrganization): string[] {
  const statements = [
    `${numbers(1, streams)}
    insert into stream (id, realm_id, name, name_key, description, rendered_description, date_created, weekly_traffic)
    select ${idsAfter} + n, ${realm_id}, 'Berth ' || n, 'berth ' || n, 'What comes to berth ' || n, '<p>What comes to berth ' || n || '</p>',
      1700000000, n % 50
    from number`,
    `insert into profile_field (id, realm_id, type, name, name_key, hint, field_data, place)
    values (${idsAfter} + 1, ${realm_id}, 1, 'Pier', 'pier', '', '', 1)`,
    `${numbers(1, groupCount)}
    insert into user_group (id, realm_id, name, name_key, description, is_system_group)
    select ${idsAfter} + n, ${realm_id}, 'Crew ' || n, 'crew ' || n, '', 0 from number`,
  ]
  for (let first = 1; first <= people; first += peopleAtOnce) {
    const those = numbers(first, Math.min(first + peopleAtOnce - 1, people))
    const chosen = `json_each('${JSON.stringify(choices(streams))}') as choice`
    const stream_id = `${idsAfter} + 1 + (choice.value ->> 'first') + (n * 7919 + choice.key * 104729) % (choice.value ->> 'count')`
    statements.push(
      `${those}
      insert into user (
        id, realm_id, delivery_email, email, full_name, name_key, role, date_joined, timezone, avatar_version, avatar_path
      )
      select ${idsAfter} + n, ${realm_id}, 'sailor' || n || '@example.com', 'sailor' || n || '@example.com',
        'Sailor ' || n, 'sailor ' || n, 400, 1700000000 + n, 'Europe/Berlin', 1, iif(n % 5, null, 'sailor' || n || '.png')
      from number`,
      `${those}
      insert into subscription (user_id, stream_id, active, color) select ${idsAfter} + n, ${stream_id}, 1, '#76ce90' from number, ${chosen}`,
      `${those}
      insert into subscription_span (user_id, stream_id, from_id, to_id, unread_from)
      select ${idsAfter} + n, ${stream_id}, ${idsAfter}, ${Number.MAX_SAFE_INTEGER}, ${idsAfter + streams + 1} from number, ${chosen}`,
      `${those}
      insert into user_status (user_id, status_text, away, emoji_name, emoji_code, reaction_type)
      select ${idsAfter} + n, 'At sea', 0, '', '', '' from number where n % 10 = 0`,
      `${those}
      insert into profile_value (user_id, field_id, value, rendered_value)
      select ${idsAfter} + n, ${idsAfter} + 1, 'Pier ' || n, '<p>Pier ' || n || '</p>' from number where n % 4 = 0`,
    )
  }
  statements.push(
    `${numbers(1, streams)}
    insert into message (id, event_id, sender_id, recipient_id, is_private, topic, topic_key, content, rendered_content, sent_at, client)
    select ${idsAfter} + n, ${idsAfter} + n, ${idsAfter} + 1, ${idsAfter} + n, 0, 'tides', 'tides', 'High water', '<p>High water</p>',
      1700000000 + n, 'website'
    from number`,
    `${numbers(1, Math.min(groupCount * membersOfGroup, people / 2))}
    insert into user_group_member (group_id, user_id) select ${idsAfter} + 1 + n % ${groupCount}, ${idsAfter} + n from number`,
  )
  return statements
}
