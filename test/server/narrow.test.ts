import { env } from 'cloudflare:workers'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { mapConcurrently } from '../../src/core/base/concurrently'
import { newRealm, type Person, type TestRealm } from '../kit'
import { moveTexts } from '../kit/moved-texts'
import { ReadingModel, type ModelMessage, type ModelStream, type ModelTerm } from '../kit/reading-model'

const ids = async (person: Person, narrow: unknown[]): Promise<number[]> =>
  (await person.messages(narrow)).map(({ id }) => id as number)

const is = (operand: string) => ({ operator: 'is', operand })
const negate = (term: object) => ({ ...term, negated: true })

describe('in a small realm', () => {
  let realm: TestRealm
  let ada: Person
  let bo: Person
  let cy: Person
  let harbour: { id: number; name: string }
  /** Ids by what the messages are. */
  let sent: Record<
    'tides' | 'fog' | 'mole' | 'loud' | 'toBo' | 'fromBo' | 'toBoth' | 'toSelf' | 'starred' | 'elsewhere',
    number
  >
  const all = () => Object.values(sent).toSorted((left, right) => left - right)
  const allExcept = (...names: (keyof typeof sent)[]) => all().filter((id) => !names.some((name) => sent[name] === id))

  beforeAll(async () => {
    realm = await newRealm()
    ada = await realm.user('ada')
    bo = await realm.user('bo')
    cy = await realm.user('cy')
    harbour = await realm.stream('Harbour', ada, bo)
    await realm.stream('Éclair', ada)
    sent = {
      tides: await ada.send('Harbour', 'Tides', 'high'),
      fog: await bo.send('Harbour', 'Été', 'low'),
      mole: await bo.send('Harbour', 'tides', '@**Ada** look'),
      loud: await bo.send('Harbour', 'fog', '@**all** look'),
      toBo: await ada.write([bo], 'hello'),
      fromBo: await bo.write([ada], 'hello yourself'),
      toBoth: await bo.write([ada, cy], 'hello both'),
      toSelf: await ada.write([ada], 'note'),
      starred: await bo.send('Harbour', 'stars', 'bright'),
      elsewhere: await ada.send('Éclair', 'cream', 'sweet'),
    }
    await ada.post('/messages/flags', { messages: [sent.starred], op: 'add', flag: 'starred' })
  })

  test('no term finds everything received', async () => {
    expect(await ids(ada, [])).toEqual(all())
  })

  test.each<[string, () => unknown, (keyof typeof sent)[]]>([
    ['a stream by name', () => ['stream', 'Harbour'], ['tides', 'fog', 'mole', 'loud', 'starred']],
    ['a stream by its name in another case', () => ['stream', 'hARBOUR'], ['tides', 'fog', 'mole', 'loud', 'starred']],
    ['a stream by its name in another case, not of ASCII', () => ['stream', 'éCLAIR'], ['elsewhere']],
    [
      'a stream by id',
      () => ({ operator: 'stream', operand: harbour.id }),
      ['tides', 'fog', 'mole', 'loud', 'starred'],
    ],
    ['a topic in any spelling', () => ['topic', 'TIDES'], ['tides', 'mole']],
    ['a topic in another case, not of ASCII', () => ['topic', 'éTÉ'], ['fog']],
    ['a topic only as a whole', () => ['topic', 'tide'], []],
    ['a topic with a space that is not there', () => ['topic', 'tides '], []],
    ['the empty topic, which private messages have not', () => ['topic', ''], []],
    ['a sender by address', () => ['sender', 'bo@example.com'], ['fog', 'mole', 'loud', 'fromBo', 'toBoth', 'starred']],
    [
      'a sender by address in another case',
      () => ['sender', 'Bo@Example.COM'],
      ['fog', 'mole', 'loud', 'fromBo', 'toBoth', 'starred'],
    ],
    ['a sender by id', () => ({ operator: 'sender', operand: ada.id }), ['tides', 'toBo', 'toSelf', 'elsewhere']],
    ['a conversation by address', () => ['pm-with', 'bo@example.com'], ['toBo', 'fromBo']],
    ['a conversation as older clients ask for it', () => ['pm_with', 'bo@example.com'], ['toBo', 'fromBo']],
    ['a conversation by address in another case', () => ['pm-with', 'BO@example.com'], ['toBo', 'fromBo']],
    ['a conversation by id', () => ({ operator: 'pm-with', operand: [bo.id] }), ['toBo', 'fromBo']],
    [
      'a conversation with oneself listed',
      () => ({ operator: 'pm-with', operand: [ada.id, bo.id] }),
      ['toBo', 'fromBo'],
    ],
    [
      'a conversation with somebody listed twice',
      () => ['pm-with', 'bo@example.com,bo@example.com'],
      ['toBo', 'fromBo'],
    ],
    ['messages to oneself', () => ['pm-with', 'ada@example.com'], ['toSelf']],
    ['a group in any order', () => ['pm-with', 'cy@example.com, bo@example.com'], ['toBoth']],
    [
      'a group with oneself listed',
      () => ({ operator: 'pm-with', operand: [cy.id, ada.id, bo.id, bo.id] }),
      ['toBoth'],
    ],
    ['people one never talked to', () => ['pm-with', 'cy@example.com'], []],
    ['a message by id', () => ['id', String(sent.fog)], ['fog']],
    ['a message that is not there', () => ['id', '999999'], []],
    ['a message beyond every id', () => ['id', '99999999999999999999999'], []],
    ['private messages', () => is('private'), ['toBo', 'fromBo', 'toBoth', 'toSelf']],
    ['unread messages', () => is('unread'), ['fog', 'mole', 'loud', 'fromBo', 'toBoth', 'starred']],
    ['starred messages', () => is('starred'), ['starred']],
    ['mentions, of everybody too', () => is('mentioned'), ['mole', 'loud']],
  ])('%s is found, and left out when negated', async (_, term, names) => {
    const wanted = term()
    const asObject = Array.isArray(wanted) ? { operator: wanted[0] as string, operand: wanted[1] as string } : wanted!

    expect(await ids(ada, [wanted])).toEqual(all().filter((id) => names.some((name) => sent[name] === id)))
    expect(await ids(ada, [negate(asObject)])).toEqual(allExcept(...names))
  })

  test('all terms must hold, whatever form they are in', async () => {
    expect(
      await ids(ada, [['stream', 'harbour'], { operator: 'topic', operand: 'tides' }, negate(is('mentioned'))]),
    ).toEqual([sent.tides])
    expect(await ids(ada, [['stream', 'harbour'], is('private')])).toEqual([])
    expect(
      await ids(ada, [
        ['stream', 'harbour'],
        ['stream', 'éclair'],
      ]),
    ).toEqual([])
    expect(
      await ids(ada, [
        ['topic', 'tides'],
        ['topic', 'TIDES'],
        ['sender', 'bo@example.com'],
      ]),
    ).toEqual([sent.mole])
    expect(await ids(ada, [['stream', 'harbour'], ['topic', 'fog'], is('unread'), is('mentioned')])).toEqual([
      sent.loud,
    ])
    expect(await ids(ada, [['pm-with', 'bo@example.com'], is('unread')])).toEqual([sent.fromBo])
    expect(await ids(ada, [is('private'), negate(is('unread'))])).toEqual([sent.toBo, sent.toSelf])
  })

  test('a wildcard mentions only those who received it', async () => {
    expect(await ids(cy, [is('mentioned')])).toEqual([])
    expect(await ids(cy, [['stream', 'harbour']])).toContain(sent.loud)
  })

  test('a term may have unknown fields', async () => {
    expect(await ids(ada, [{ operator: 'is', operand: 'starred', negated: false, colour: 'red' }])).toEqual([
      sent.starred,
    ])
  })

  test('a digit string names a stream, and is no id', async () => {
    expect(await ada.ask('GET', '/messages', { ...page, narrow: [['stream', String(harbour.id)]] })).toMatchObject({
      code: 'BAD_NARROW',
    })
  })

  const page = { anchor: 'newest', num_before: 10, num_after: 0 }

  test.each<[string, unknown]>([
    ['no JSON', 'stream'],
    ['no list', { operator: 'stream', operand: 'Harbour' }],
    ['a string', '"stream"'],
    ['an item that is a number', [1]],
    ['an item that is null', [null]],
    ['a pair of one', [['stream']]],
    ['a pair of three', [['stream', 'a', 'b']]],
    ['a pair with a number', [['stream', 1]]],
    ['a pair with a list', [['pm-with', [1]]]],
  ])('a narrow that is %s is malformed', async (_, narrow) => {
    const raw = typeof narrow === 'string' ? narrow : JSON.stringify(narrow)

    const answer = await ada.ask('GET', '/messages', { ...page, narrow: raw })

    expect(answer).toMatchObject({
      status: 400,
      code: 'REQUEST_VARIABLE_INVALID',
      var_name: 'narrow',
      bad_value: raw,
      msg: expect.stringMatching(/./),
    })
  })

  test.each<[string, unknown]>([
    ['has no operator', { operand: 'Harbour' }],
    ['has no operand', { operator: 'stream' }],
    ['has null as operand', { operator: 'stream', operand: null }],
    ['has a flag as operand', { operator: 'is', operand: true }],
    ['has an object as operand', { operator: 'stream', operand: {} }],
    ['has a fraction as operand', { operator: 'stream', operand: 1.5 }],
    ['has a number as operator', { operator: 1, operand: 'Harbour' }],
    ['is negated by a word', { operator: 'stream', operand: 'Harbour', negated: 'true' }],
    ['is negated by a number', { operator: 'stream', operand: 'Harbour', negated: 1 }],
    ['has a number as topic', { operator: 'topic', operand: 1 }],
    ['has a number as id', { operator: 'id', operand: 1 }],
    ['has a number as is', { operator: 'is', operand: 1 }],
    ['has a list as stream', { operator: 'stream', operand: [1] }],
    ['has a list as sender', { operator: 'sender', operand: [1] }],
    ['has one id for pm-with', { operator: 'pm-with', operand: 1 }],
    ['has a number as streams', { operator: 'streams', operand: 1 }],
    ['has a list as group-pm-with', { operator: 'group-pm-with', operand: [1] }],
    ['has a number as in', { operator: 'in', operand: 1 }],
    ['has a number as has', { operator: 'has', operand: 1 }],
    ['has a number as near', { operator: 'near', operand: 1 }],
    ['has a number as search', { operator: 'search', operand: 1 }],
    ['has a blank search', { operator: 'search', operand: ' ' }],
    ['has an empty search', { operator: 'search', operand: '' }],
    ['has addresses in a list', { operator: 'pm-with', operand: ['bo@example.com'] }],
  ])('a term that %s is a bad request', async (_, term) => {
    expect(await ada.ask('GET', '/messages', { ...page, narrow: [term] })).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
    })
  })

  test.each<[string, unknown]>([
    ['an unknown operator', ['colour', 'red']],
    ['an operator in another case', ['Stream', 'Harbour']],
    ['an unknown operand of is', ['is', 'blue']],
    ['an unknown stream', ['stream', 'desert']],
    ['an unknown stream, negated', { operator: 'stream', operand: 'desert', negated: true }],
    ['the id of no stream', { operator: 'stream', operand: 999_999 }],
    ['an unknown sender', ['sender', 'nobody@example.com']],
    ['the id of nobody', { operator: 'sender', operand: 999_999 }],
    ['unknown people', ['pm-with', 'bo@example.com,nobody@example.com']],
    ['ids of nobody', { operator: 'pm-with', operand: [999_999] }],
    ['no people', ['pm-with', '']],
    ['no ids', { operator: 'pm-with', operand: [] }],
    ['an id that is no number', ['id', '12a']],
    ['a negative id', ['id', '-1']],
    ['an empty id', ['id', '']],
    ['an unknown kind of streams', ['streams', 'private']],
    ['streams in another case', ['streams', 'Public']],
    ['a stranger in groups', ['group-pm-with', 'nobody@example.com']],
    ['the id of nobody in groups', { operator: 'group-pm-with', operand: 999_999 }],
    ['two people in groups', ['group-pm-with', 'bo@example.com,cy@example.com']],
    ['an unknown operand of in', ['in', 'away']],
    ['an unknown operand of in, negated', { operator: 'in', operand: 'away', negated: true }],
    ['an unknown operand of has', ['has', 'video']],
    ['an operand that objects inherit', ['streams', 'constructor']],
  ])('%s makes a bad narrow', async (_, term) => {
    expect(await ada.ask('GET', '/messages', { ...page, narrow: [term] })).toMatchObject({
      status: 400,
      code: 'BAD_NARROW',
      desc: expect.stringMatching(/./),
    })
  })

  test('streams and people of another realm are unknown', async () => {
    const other = await newRealm()
    const stranger = await other.user('stranger')
    const shore = await other.stream('shore', stranger)

    for (const term of [
      { operator: 'stream', operand: shore.id },
      { operator: 'sender', operand: stranger.id },
      { operator: 'pm-with', operand: [stranger.id] },
      ['stream', 'shore'],
      ['sender', stranger.email],
    ])
      expect(await ada.ask('GET', '/messages', { ...page, narrow: [term] })).toMatchObject({ code: 'BAD_NARROW' })
  })

  test.each<[string, unknown[]]>([
    ['anything', []],
    ['a stream', [['stream', 'Harbour']]],
    ['a sender', [['sender', 'bo@example.com']]],
    ['unread messages', [is('unread')]],
    ['starred messages', [is('starred')]],
    ['mentions', [is('mentioned')]],
    ['private messages', [is('private')]],
  ])('a narrow of %s may have eighty terms, and no more', async (_, terms) => {
    const others = Array.from({ length: 81 - terms.length }, (__, index) =>
      negate({ operator: 'topic', operand: `t${index}` }),
    )

    for (const anchor of ['newest', 'first_unread', sent.fog])
      expect(
        await ada.ask('GET', '/messages', {
          anchor,
          num_before: 1,
          num_after: 1,
          narrow: [...terms, ...others.slice(1)],
        }),
      ).toMatchObject({ status: 200 })
    expect(await ada.ask('GET', '/messages', { ...page, narrow: [...terms, ...others] })).toMatchObject({
      code: 'REQUEST_VARIABLE_INVALID',
    })
  })

  test('an empty narrow is none', async () => {
    expect(await ids(ada, [])).toEqual(all())
    const { messages } = await ada.get('/messages', { ...page, num_before: 100 })
    expect((messages as { id: number }[]).map(({ id }) => id)).toEqual(all())
  })

  test('messages of somebody deactivated stay to be found', async () => {
    const dee = await realm.user('dee')
    await realm.owner.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'dock' }],
      principals: [dee.id, cy.id],
    })
    const farewell = await dee.send('dock', 'bye', 'bye')
    const note = await dee.write([cy], 'bye')
    await realm.deactivate(dee)

    expect(await ids(cy, [['sender', dee.email]])).toEqual([farewell, note])
    expect(await ids(cy, [['pm-with', dee.email]])).toEqual([note])
  })
})

describe('in a realm with streams of every kind', () => {
  let realm: TestRealm
  let ada: Person
  let bo: Person
  let cy: Person
  let gus: Person
  let sent: Record<
    | 'early'
    | 'plain'
    | 'link'
    | 'titled'
    | 'image'
    | 'upload'
    | 'picture'
    | 'done'
    | 'notDone'
    | 'open'
    | 'secret'
    | 'away'
    | 'toBo'
    | 'toBoth'
    | 'amongOthers'
    | 'toCy',
    number
  >
  const idsOf = (...names: (keyof typeof sent)[]) =>
    names.map((name) => sent[name]).toSorted((left, right) => left - right)
  /** Everything that Ada received. */
  const all = () => Object.values(sent).filter((id) => !idsOf('early', 'away', 'amongOthers').includes(id))

  beforeAll(async () => {
    realm = await newRealm()
    ada = await realm.user('ada')
    bo = await realm.user('bo')
    cy = await realm.user('cy')
    gus = await realm.user('gus', { role: 600 })
    await realm.set({ enable_spectator_access: true })
    await realm.stream('square', bo)
    await realm.stream('quay', bo)
    const early = await bo.send('square', 'tides', 'before Ada came')
    const away = await bo.send('quay', 'tides', 'where Ada is not, https://example.com')
    await ada.subscribe('square')
    for (const [name, options] of [
      ['plaza', { is_web_public: true }],
      ['den', { invite_only: true }],
    ] as const)
      await realm.owner.post('/users/me/subscriptions', {
        subscriptions: [{ name }],
        principals: [ada.id, bo.id],
        ...options,
      })
    sent = {
      early,
      away,
      plain: await bo.send('square', 'tides', 'no link: example dot com, cat.png, /user_uploads/1/a/cat.png'),
      link: await bo.send('square', 'tides', 'see https://example.com/png'),
      titled: await bo.send('square', 'tides', '[a title](https://example.com/a?b=cat.png)'),
      image: await bo.send('square', 'tides', 'look: https://example.com/a/cat.PNG?size=9#top'),
      upload: await bo.send('square', 'tides', '[notes](/user_uploads/1/ab/notes.txt)'),
      picture: await bo.send('square', 'tides', '[cat](/user_uploads/1/ab/cat.jpeg)'),
      done: await bo.send('square', '✔ tides', 'done'),
      notDone: await bo.send('square', '✔tides ✔ ', 'not done'),
      open: await bo.send('plaza', 'tides', 'for everybody'),
      secret: await bo.send('den', 'tides', 'for few'),
      toBo: await ada.write([bo], 'hello'),
      toBoth: await cy.write([ada, bo], 'hello both'),
      amongOthers: await bo.write([cy, gus], 'not to Ada'),
      toCy: await ada.write([cy], '✔ hello'),
    }
  })

  test.each<[string, [string, string], (keyof typeof sent)[]]>([
    ['has:link', ['has', 'link'], ['link', 'titled', 'image', 'upload', 'picture']],
    ['has:image', ['has', 'image'], ['image', 'picture']],
    ['has:attachment', ['has', 'attachment'], ['upload', 'picture']],
    ['is:resolved', ['is', 'resolved'], ['done']],
    ['is:alerted', ['is', 'alerted'], []],
    ['streams:web-public', ['streams', 'web-public'], ['open']],
    ['group-pm-with', ['group-pm-with', 'bo@example.com'], ['toBoth']],
    ['group-pm-with in another case', ['group-pm-with', 'CY@example.com'], ['toBoth']],
    ['group-pm-with of somebody in no group of hers', ['group-pm-with', 'gus@example.com'], []],
    ['group-pm-with of herself', ['group-pm-with', 'ada@example.com'], ['toBoth']],
  ])('%s is found, and left out when negated', async (_, [operator, operand], names) => {
    expect(await ids(ada, [[operator, operand]])).toEqual(idsOf(...names))
    expect(await ids(ada, [negate({ operator, operand })])).toEqual(all().filter((id) => !idsOf(...names).includes(id)))
  })

  test('groups with somebody are found by id', async () => {
    expect(await ids(ada, [{ operator: 'group-pm-with', operand: cy.id }])).toEqual(idsOf('toBoth'))
  })

  test('streams:public finds all of every stream that is not private, received or not', async () => {
    const ofPublic: (keyof typeof sent)[] = ['early', 'away', 'plain', 'link', 'titled', 'image', 'upload', 'picture']

    expect(await ids(ada, [['streams', 'public']])).toEqual(idsOf(...ofPublic, 'done', 'notDone', 'open'))
    const [first] = await ada.messages([['streams', 'public']])
    expect(first).toMatchObject({ id: sent.early, flags: ['read', 'historical'] })
  })

  test('streams:public finds only what was received beside an is term, to a guest, and when it is negated', async () => {
    expect(
      await ids(ada, [
        ['streams', 'public'],
        ['is', 'resolved'],
      ]),
    ).toEqual(idsOf('done'))
    expect(await ids(ada, [['streams', 'public'], negate(is('starred'))])).not.toContain(sent.early)
    expect(await ids(gus, [['streams', 'public']])).toEqual([])
    expect(await ids(ada, [negate({ operator: 'streams', operand: 'public' })])).toEqual(
      idsOf('secret', 'toBo', 'toBoth', 'toCy'),
    )
  })

  test('streams:public goes with other terms', async () => {
    expect(
      await ids(ada, [
        ['streams', 'public'],
        ['has', 'link'],
        ['topic', 'TIDES'],
      ]),
    ).toEqual(idsOf('away', 'link', 'titled', 'image', 'upload', 'picture'))
    expect(
      await ids(ada, [
        ['streams', 'public'],
        ['stream', 'quay'],
      ]),
    ).toEqual(idsOf('away'))
    expect(
      await ids(ada, [
        ['streams', 'public'],
        ['stream', 'den'],
      ]),
    ).toEqual([])
  })

  test('streams:public leaves out a public stream that is archived', async () => {
    const hal = await realm.user('hal')
    await realm.stream('mole', hal)
    const id = await hal.send('mole', 'tides', 'farewell')
    expect(await ids(hal, [['streams', 'public']])).toContain(id)

    await hal.delete('/users/me/subscriptions', { subscriptions: ['mole'] })
    await realm.behindTheWriter(
      env.DB.prepare(`update stream set deactivated = 1, invite_only = 0 where name = 'mole'`),
    )

    expect(await ids(hal, [['streams', 'public']])).not.toContain(id)
    expect(await ids(hal, [['streams', 'public'], negate(is('unread'))])).not.toContain(id)
    expect(await ids(hal, [['topic', 'tides']])).toEqual([id])
  })

  test('has goes with other terms, and with the history of a stream', async () => {
    expect(
      await ids(ada, [
        ['stream', 'quay'],
        ['has', 'link'],
      ]),
    ).toEqual(idsOf('away'))
    expect(
      await ids(ada, [
        ['has', 'link'],
        negate({ operator: 'has', operand: 'attachment' }),
        ['sender', 'bo@example.com'],
        is('unread'),
      ]),
    ).toEqual(idsOf('link', 'titled', 'image'))
  })

  test('near and in:all change nothing, negated or not', async () => {
    for (const term of [
      { operator: 'near', operand: String(sent.link) },
      { operator: 'near', operand: 'anything' },
      { operator: 'in', operand: 'all' },
    ]) {
      expect(await ids(ada, [term])).toEqual(all())
      expect(await ids(ada, [negate(term)])).toEqual(all())
    }
  })

  test('in:home leaves out muted topics and muted streams, also when it is negated', async () => {
    const dee = await realm.user('dee')
    await dee.subscribe('square', 'quay')
    const { stream_id } = await dee.get('/get_stream_id', { stream: 'quay' })
    const heard = await bo.send('square', 'fog', 'heard')
    const topic = await bo.send('square', 'gossip', 'of a muted topic')
    const stream = await bo.send('quay', 'fog', 'of a muted stream')
    const note = await bo.write([dee], 'hello')
    await dee.patch('/users/me/subscriptions/muted_topics', { stream: 'square', topic: 'Gossip', op: 'add' })
    await dee.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id, property: 'is_muted', value: true }],
    })

    const home = { operator: 'in', operand: 'home' }
    expect(await ids(dee, [home])).toEqual([heard, note])
    expect(await ids(dee, [negate(home)])).toEqual([heard, note])
    expect(await ids(dee, [home, is('unread')])).toEqual([heard, note])
    expect(await ids(dee, [home, ['stream', 'quay']])).toEqual([])
    expect(await ids(dee, [])).toEqual([heard, topic, stream, note])
  })

  test('the first unread message is in no muted topic, also where the narrow names its stream', async () => {
    const ivy = await realm.user('ivy')
    await ivy.subscribe('square')
    await ivy.patch('/users/me/subscriptions/muted_topics', { stream: 'square', topic: 'Gossip', op: 'add' })
    await bo.send('square', 'gossip', 'psst')
    const heard = await bo.send('square', 'fog', 'psst')
    await bo.send('square', 'fog', 'psst')

    for (const narrow of [[], [['stream', 'square']], [['search', 'psst']], [is('unread')]]) {
      const page = { anchor: 'first_unread', num_before: 0, num_after: 0, narrow }
      expect(await ivy.get('/messages', page)).toMatchObject({ anchor: heard })
    }
  })

  test('is:alerted finds messages with the flag', async () => {
    const eve = await realm.user('eve')
    await eve.subscribe('square')
    const alarm = await bo.send('square', 'fog', 'Eve?')
    const other = await bo.send('square', 'fog', 'nobody')
    await env.DB.prepare('insert into message_flag (user_id, message_id, flags) values (?, ?, 32)')
      .bind(eve.id, alarm)
      .run()

    expect(await ids(eve, [is('alerted')])).toEqual([alarm])
    expect(await ids(eve, [negate(is('alerted'))])).toEqual([other])
    expect(await ids(eve, [is('alerted'), is('unread'), ['topic', 'fog']])).toEqual([alarm])
  })

  test('an edit determines again what a message has', async () => {
    const fay = await realm.user('fay')
    await fay.subscribe('square')
    const id = await fay.send('square', 'fog', '[cat](/user_uploads/1/ab/cat.png)')
    const found = async () => [
      await ids(fay, [['has', 'link']]),
      await ids(fay, [['has', 'image']]),
      await ids(fay, [['has', 'attachment']]),
    ]
    expect(await found()).toEqual([[id], [id], [id]])

    await fay.patch(`/messages/${id}`, { content: 'https://example.com' })
    expect(await found()).toEqual([[id], [], []])

    await fay.patch(`/messages/${id}`, { content: 'nothing' })
    expect(await found()).toEqual([[], [], []])

    await fay.patch(`/messages/${id}`, { content: '[cat](/user_uploads/1/ab/cat.png)' })
    expect(await found()).toEqual([[id], [id], [id]])
  })
})

/** A realm that lived through random days, beside the model of what everybody ought to see. */
class Simulation {
  readonly streams: ModelStream[] = []
  readonly people: Person[] = []
  readonly model: ReadingModel

  private constructor(
    private readonly realm: TestRealm,
    people: Person[],
    guest: Person,
  ) {
    this.people = [...people, guest]
    this.model = new ReadingModel(new Set([guest]))
  }

  static async found(): Promise<Simulation> {
    const realm = await newRealm()
    const people = [await realm.user('ada'), await realm.user('bo'), await realm.user('cy')]
    await realm.set({ enable_spectator_access: true })
    const simulation = new Simulation(realm, people, await realm.user('gus', { role: 600 }))
    const kinds: [ModelStream['kind'], object][] = [
      ['public', {}],
      ['web-public', { is_web_public: true }],
      ['shared', { invite_only: true, history_public_to_subscribers: true }],
      ['protected', { invite_only: true, history_public_to_subscribers: false }],
    ]
    for (const [kind, options] of kinds) {
      await realm.owner.post('/users/me/subscriptions', { subscriptions: [{ name: `The ${kind}` }], ...options })
      const { stream_id } = await realm.owner.get('/get_stream_id', { stream: `The ${kind}` })
      simulation.streams.push({ id: stream_id as number, name: `The ${kind}`, kind })
    }
    return simulation
  }

  person = (index: number): Person => this.people[index % this.people.length]!
  stream = (index: number): ModelStream => this.streams[index % this.streams.length]!
  message = (index: number): ModelMessage | undefined => this.model.messages[index % this.model.messages.length]

  /** Every action that the model expects to be refused is tried, too. */
  async take({ kind, who, what, set, text }: Step): Promise<void> {
    const { model } = this
    const { owner } = this.realm
    const person = this.person(who)
    const stream = this.stream(what)
    const subscription = { subscriptions: [stream.name], principals: [person.id] }
    switch (kind) {
      case 'subscribe':
        await owner.post('/users/me/subscriptions', { ...subscription, subscriptions: [{ name: stream.name }] })
        model.subscribe(person, stream)
        break
      case 'unsubscribe':
        await owner.delete('/users/me/subscriptions', subscription)
        model.unsubscribe(person, stream)
        break
      case 'mute':
        if (!model.isSubscribed(person, stream)) break
        await person.post('/users/me/subscriptions/properties', {
          subscription_data: [{ stream_id: stream.id, property: 'is_muted', value: text.topic !== 'fog' }],
        })
        model.mute(person, stream, text.topic !== 'fog')
        break
      case 'mute topic':
        await env.DB.prepare('insert or ignore into muted_topic values (?, ?, ?, ?, 1)')
          .bind(person.id, stream.id, text.topic.toLowerCase(), text.topic)
          .run()
        model.muteTopic(person, stream, text.topic)
        break
      case 'alert': {
        const message = this.message(what)
        if (message === undefined || !model.hasRow(person, message)) break
        await env.DB.prepare(
          'insert into message_flag values (?, ?, 32) on conflict (user_id, message_id) do update set flags = flags | 32',
        )
          .bind(person.id, message.id)
          .run()
        model.changeFlag(person, [message], 'add', 'has_alert_word')
        break
      }
      case 'send':
        await this.send(person, stream, text)
        break
      case 'write': {
        const others = set.map(this.person)
        const content = this.content(text)
        const id = await person.write(others, content)
        const members = [...new Set([person, ...others])]
        const { wildcard, links } = text
        model.send(
          { id, sender: person, stream: null, topic: '', content, members, wildcard, links },
          this.mentionedPeople(text),
        )
        break
      }
      case 'flag': {
        const messages = [...new Set(set.map(this.message))].filter((message) => message !== undefined)
        const body = { messages: messages.map(({ id }) => id), op: text.op, flag: text.flag }
        const allowed = messages.every((message) => model.isVisible(person, message))
        expect(await person.ask('POST', '/messages/flags', body)).toMatchObject({ status: allowed ? 200 : 400 })
        if (allowed) model.changeFlag(person, messages, text.op, text.flag)
        break
      }
      case 'mark all':
        await person.post('/mark_all_as_read')
        model.markRead(person, () => true)
        break
      case 'mark stream':
        await this.mark(person, '/mark_stream_as_read', stream, () => true)
        break
      case 'mark topic':
        await this.mark(person, '/mark_topic_as_read', stream, isIn(text.topic), text.topic.toUpperCase())
        break
    }
  }

  private async send(person: Person, stream: ModelStream, text: Text): Promise<void> {
    const content = this.content(text)
    const body = { type: 'stream', to: stream.id, topic: text.topic, content }
    const { status, id } = await person.ask('POST', '/messages', body)
    expect(status).toBe(this.model.mayKnow(person, stream) ? 200 : 400)
    if (status !== 200) return
    const { topic, wildcard, links } = text
    this.model.send(
      { id: id as number, sender: person, stream, topic, content, members: [], wildcard, links },
      this.mentionedPeople(text),
    )
  }

  private async mark(
    person: Person,
    path: string,
    stream: ModelStream,
    matches: (message: ModelMessage) => boolean,
    topic_name?: string,
  ): Promise<void> {
    const isMeant = (message: ModelMessage) => message.stream === stream && matches(message)
    const known = this.model.mayKnow(person, stream)
    const any = this.model.messages.some((message) => isMeant(message) && this.model.hasRow(person, message))
    const { status } = await person.ask('POST', path, { stream_id: stream.id, topic_name })
    expect(status).toBe(known && (any || topic_name === undefined) ? 200 : 400)
    if (status === 200) this.model.markRead(person, isMeant)
  }

  private mentionedPeople = ({ mentions }: Text): Person[] => mentions.map(this.person)

  private content(text: Text): string {
    return [
      ...this.mentionedPeople(text).map(({ full_name }) => `@**${full_name}**`),
      ...(text.wildcard ? ['@**all**'] : []),
      ...text.links.map((kind) => linksTo[kind]),
      ...text.words,
      'x',
    ].join(' ')
  }

  /** Moves the texts of some messages to the object for old texts. */
  moveTexts(isMoved: (index: number) => boolean): Promise<void> {
    return moveTexts(
      this.realm,
      this.model.messages.filter((_, number) => isMoved(number)).map(({ id }) => id),
    )
  }

  async compare({ who, terms, anchor, num_before, num_after }: Question): Promise<void> {
    const person = this.person(who)
    const meant = terms.map((term) => this.term(term))
    const at = typeof anchor === 'number' ? (this.message(anchor)?.id ?? 1) + (anchor % 3) - 1 : anchor
    const asked = { anchor: at, num_before, num_after, narrow: meant.map(({ wire }) => wire) }

    const { messages, ...answer } = await person.get('/messages', asked)

    const flat = (messages as { id: number; flags: string[] }[]).map(({ id, flags }) => ({
      id,
      flags: flags.toSorted(),
    }))
    expect({ ...answer, messages: flat }, `${person.full_name} asks ${JSON.stringify(asked)}`).toMatchObject(
      this.model.page(
        person,
        meant.map(({ term }) => term),
        { anchor: at, num_before, num_after },
      ),
    )
  }

  /** The same for `matches_narrow`, which knows no history, and takes each search by itself. */
  async compareMatches({ who, terms }: Question): Promise<void> {
    const person = this.person(who)
    const meant = terms.map((term) => this.term(term))
    const asked = { narrow: meant.map(({ wire }) => wire), msg_ids: this.model.messages.map(({ id }) => id) }

    const { messages } = await person.get('/messages/matches_narrow', asked)

    expect(
      Object.keys(messages as object).map(Number),
      `${person.full_name} compares ${JSON.stringify(asked)}`,
    ).toEqual(
      this.model
        .messagesMatchingAlone(
          person,
          meant.map(({ term }) => term),
        )
        .map(({ id }) => id),
    )
  }

  async compareOne(person: Person, message: ModelMessage): Promise<void> {
    const visible = this.model.isVisible(person, message)
    const answer = await person.ask('GET', `/messages/${message.id}`)
    expect(answer.status, `${person.full_name} looks at ${message.id}`).toBe(visible ? 200 : 400)
    if (visible)
      expect((answer['message'] as { flags: string[] }).flags.toSorted()).toEqual(
        this.model.hasRow(person, message) ? this.model.flags(person, message) : ['read'],
      )
  }

  async compareUnread(person: Person): Promise<void> {
    const { unread_msgs } = await person.post('/register', { fetch_event_types: ['message', 'update_message_flags'] })
    expect(unread_msgs, `${person.full_name} registers`).toEqual(this.model.unread(person))
  }

  /** A term as the model has it, and in one of the ways in which it travels. */
  private term({ operator, negated, index, set, byId }: Asked): { wire: object; term: ModelTerm } {
    const [meant, operand] = this.operand(operator, index, set, byId)
    return { term: { operator, negated, meant }, wire: { operator, operand, negated } }
  }

  private operand(operator: string, index: number, set: number[], byId: boolean): [unknown, unknown] {
    switch (operator) {
      case 'stream': {
        const stream = this.stream(index)
        return [stream, byId ? stream.id : stream.name.toUpperCase()]
      }
      case 'topic': {
        const topic = topics[index % topics.length]!
        return [topic, byId ? topic : topic.toUpperCase()]
      }
      case 'sender': {
        const person = this.person(index)
        return [person, byId ? person.id : person.email.toUpperCase()]
      }
      case 'pm-with': {
        const people = set.map(this.person)
        return [people, byId ? people.map(({ id }) => id) : people.map(({ email }) => email).join(',')]
      }
      case 'id': {
        const id = this.message(index)?.id ?? 1
        return [id, String(id)]
      }
      case 'group-pm-with': {
        const person = this.person(index)
        return [person, byId ? person.id : person.email.toUpperCase()]
      }
      case 'search': {
        const words = set.map((one) => searched[one % searched.length]!)
        const query = byId ? words.join(', ') : `"${words.join(' ')}"`
        return [query, query]
      }
      case 'streams':
      case 'in':
      case 'has':
      case 'near': {
        const operand = operands[operator][index % operands[operator].length]!
        return [operand, operand]
      }
      default: {
        const quality = qualities[index % qualities.length]!
        return [quality, quality]
      }
    }
  }
}

const isIn =
  (topic: string) =>
  (message: ModelMessage): boolean =>
    message.topic === topic

const topics = ['fog', 'été', 'tides', '✔ fog']
const qualities = ['private', 'unread', 'starred', 'mentioned', 'alerted', 'resolved']
const operands = {
  streams: ['public', 'web-public'],
  in: ['home', 'all'],
  has: ['link', 'image', 'attachment'],
  near: ['1', 'here'],
}

const linksTo = {
  link: 'https://example.com/a',
  image: 'https://example.com/a.png',
  attachment: '[notes](/user_uploads/1/ab/notes.txt)',
}

const written = ['boat', 'Boats', 'sail', 'sailing', 'ÉTÉ', 'the']
const searched = ['boat', 'BOATING', 'sails', 'sail', 'fog', 'tide', 'été', 'ete', 'the']

const index = fc.nat({ max: 10_000 })

const text = fc.record({
  topic: fc.constantFrom(...topics),
  mentions: fc.oneof(
    { weight: 3, arbitrary: fc.constant<number[]>([]) },
    { weight: 1, arbitrary: fc.array(index, { maxLength: 2 }) },
  ),
  words: fc.array(fc.constantFrom(...written), { maxLength: 3 }),
  links: fc.oneof(
    { weight: 3, arbitrary: fc.constant<('link' | 'image' | 'attachment')[]>([]) },
    { weight: 1, arbitrary: fc.subarray(['link' as const, 'image' as const, 'attachment' as const]) },
  ),
  wildcard: fc.oneof({ weight: 8, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  op: fc.constantFrom('add' as const, 'remove' as const),
  flag: fc.constantFrom('read', 'read', 'starred', 'collapsed'),
})

type Text = typeof text extends fc.Arbitrary<infer T> ? T : never

const step = fc.record({
  kind: fc.oneof(
    { weight: 8, arbitrary: fc.constant('send' as const) },
    { weight: 3, arbitrary: fc.constant('write' as const) },
    { weight: 3, arbitrary: fc.constant('subscribe' as const) },
    { weight: 2, arbitrary: fc.constantFrom('unsubscribe' as const, 'mute' as const) },
    { weight: 3, arbitrary: fc.constantFrom('mute topic' as const, 'alert' as const) },
    { weight: 5, arbitrary: fc.constant('flag' as const) },
    { weight: 1, arbitrary: fc.constantFrom('mark all' as const, 'mark stream' as const, 'mark topic' as const) },
  ),
  who: index,
  what: index,
  set: fc.array(index, { minLength: 1, maxLength: 4 }),
  text,
})

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const asked = fc.record({
  operator: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('stream', 'is', 'search') },
    {
      weight: 2,
      arbitrary: fc.constantFrom('topic', 'sender', 'pm-with', 'id', 'streams', 'group-pm-with', 'in', 'has'),
    },
    { weight: 1, arbitrary: fc.constant('near') },
  ),
  negated: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  index,
  set: fc.array(index, { minLength: 1, maxLength: 3 }),
  byId: fc.boolean(),
})

type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never

const amount = fc.oneof(fc.nat({ max: 4 }), fc.constant(100))

const question = fc.record({
  who: index,
  terms: fc.array(asked, { maxLength: 3 }),
  anchor: fc.oneof(index, fc.constantFrom('newest', 'oldest', 'first_unread', 'first_unread')),
  num_before: amount,
  num_after: amount,
})

type Question = typeof question extends fc.Arbitrary<infer T> ? T : never

/** More at the same time would wait for each other so long on a busy machine that the server refuses some. */
const concurrentRequests = 16

test('every narrow, anchor and registration answers as a plain model of reading', { timeout: 240_000 }, async () => {
  const life = fc.array(step, { minLength: 40, maxLength: 80, size: 'max' })
  const questions = fc.array(question, { minLength: 250, maxLength: 250, size: 'max' })
  const moved = fc.oneof(fc.constant([]), fc.array(fc.boolean(), { minLength: 10, maxLength: 80, size: 'max' }))
  await fc.assert(
    fc.asyncProperty(life, questions, moved, async (steps, asked, moved) => {
      const simulation = await Simulation.found()
      for (const one of steps) await simulation.take(one)
      await simulation.moveTexts((number) => moved[number] === true)
      await mapConcurrently(asked, concurrentRequests, (one) => simulation.compare(one))
      await mapConcurrently(asked, concurrentRequests, (one) => simulation.compareMatches(one))
      for (const person of simulation.people)
        await mapConcurrently(simulation.model.messages, concurrentRequests, (message) =>
          simulation.compareOne(person, message),
        )
      for (const person of simulation.people) await simulation.compareUnread(person)
    }),
    { numRuns: 6, endOnFailure: true },
  )
})
