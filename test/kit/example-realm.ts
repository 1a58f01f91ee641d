/** The organization of the API's examples: its people, streams and messages, and their real ids. */
import { expect } from 'vitest'
import { endpoints } from '../../src/app'
import { ids, names, VaryingValue, type Example, type Step } from '../../src/examples'
import { newRealm, Person, reach, type Answer, type Params } from './index'
import { connect, type Client } from './socket-client'
import { pictureFile, pictures } from './pictures'

/** Whether a number in an example is an id. */
const isId = (value: number): boolean => Number.isInteger(value) && value > 1000 && value < 10_000

/** Whether a text, such as a field name, is an id. */
const isNamedId = (text: string): boolean => /^\d{4}$/.test(text) && isId(Number(text))

/** Whether a value is a Unix time: no other number in the examples is as large. */
const isTime = (value: unknown): boolean => typeof value === 'number' && value > 1_500_000_000

/** A file with this name: a picture or a text. */
function fileOf(name: string): File {
  const kind = name.split('.').at(-1)!
  return kind in pictures
    ? pictureFile(kind, name)
    : new File(['High water is at noon.\n'], name, { type: 'text/plain' })
}

/** Whether an operation can be asked over a socket. */
export const isForSockets = (route: string): boolean =>
  endpoints.some(({ method, path, overSocket }) => overSocket !== null && `${method} ${path}` === route)

/** A request of an example. Its route has `{name}` for each parameter of the path. */
interface Request extends Pick<Example, 'by' | 'params'> {
  readonly route: string
  readonly hasFile?: boolean
  /** Names of the parameters that are sent as JSON, so that texts are in quotes. */
  readonly json?: readonly string[]
}

export class ExampleRealm {
  /** The last answered value of each `VaryingValue`. */
  private readonly varied = new Map<VaryingValue, unknown>()
  /** Real parts of paths by the parts in the examples. */
  private readonly realParts = new Map<string, string>()

  /** Sockets of the people, if requests go over sockets where they can. */
  private readonly sockets = new Map<string, Promise<Client>>()

  private constructor(
    private readonly overSockets: boolean,
    private readonly people: Readonly<Record<NonNullable<Example['by']>, Person>>,
    private readonly real: Map<number, number>,
  ) {}

  /** Creates it. With `overSockets`, its people send requests over sockets where they can. */
  static async found({ overSockets = false } = {}): Promise<ExampleRealm> {
    const realm = await newRealm()
    const { owner: olga } = realm
    const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
    const bot = await ada.post('/bots', { full_name: 'Tide bot', short_name: 'tide' })
    const address = `tide-bot@${realm.host}`
    const tideBot = new Person(realm, bot['user_id'] as number, address, 'Tide bot', bot['api_key'] as string)
    const harbour = await realm.stream(names.harbour, ada, bo, olga)
    await ada.post('/users/me/subscriptions', {
      subscriptions: [{ name: names.boats }],
      principals: [ada.id, bo.id],
      invite_only: true,
    })
    const boats = await ada.get('/get_stream_id', { stream: names.boats })
    const real = {
      olga: olga.id,
      ada: ada.id,
      bo: bo.id,
      tideBot: tideBot.id,
      harbour: harbour.id,
      boats: boats['stream_id'] as number,
      question: await bo.send(names.harbour, names.tides, 'When is high water?'),
      answer: await ada.send(names.harbour, names.tides, 'At **noon**.'),
      whisper: await bo.write([ada], 'Where is the boat?'),
    }
    const realIds = Object.entries(ids).map(([name, id]) => [id, real[name as keyof typeof ids]] as const)
    return new ExampleRealm(overSockets, { olga, ada, bo, tideBot }, new Map(realIds))
  }

  /** Runs a preparatory step of an example. */
  async prepare({ ask: route, answer = {}, ...step }: Step): Promise<void> {
    const answered = await this.ask({ route, ...step })
    if (answered.status !== 200) expect.fail(`${route}: ${answered.msg}`)
    for (const [name, value] of Object.entries(answer)) this.expectLike(value, answered[name], name)
  }

  /** Sends the request of an example with real ids. */
  async ask({ by = 'ada', params = {}, hasFile = false, ...request }: Request): Promise<Answer> {
    const { method, path, rest } = this.target({ ...request, params })
    const others = Object.fromEntries(rest.filter(([name]) => !hasFile || name !== 'file'))
    if (this.overSockets && isForSockets(request.route)) return this.askOverSocket(by, `${method} ${path}`, others)
    return hasFile && params['file'] !== undefined
      ? this.people[by].upload(method, path, [fileOf(params['file'] as string)], others)
      : this.people[by].ask(method, path, others)
  }

  /** Sends a request over the socket of a person. The socket opens at the first one. */
  private async askOverSocket(by: keyof typeof this.people, ask: string, params: Params): Promise<Answer> {
    const person = this.people[by]
    const socket = this.sockets.get(by) ?? person.listen({ event_types: [] }).then((listener) => connect(listener))
    this.sockets.set(by, socket)
    const answer = await (await socket).ask(ask, params)
    await person.takeNoticesAway(ask, answer)
    return { status: answer.result === 'success' ? 200 : NaN, headers: new Headers(), ...answer }
  }

  /** The address to which a `GET` redirects with status 302, or null. */
  async redirectOf({ by = 'ada', ...request }: Request): Promise<string | null> {
    const { path, rest } = this.target(request)
    const { realm, authorization } = this.people[by]
    const query = new URLSearchParams(rest.map(([name, value]) => [name, String(value)]))
    const response = await reach(realm.host, `/api/v1${path}?${query.toString()}`, {
      headers: { Authorization: authorization },
      redirect: 'manual',
    })
    return response.status === 302 ? response.headers.get('Location') : null
  }

  /** Method and path of a request with the real ids, and the parameters that are no part of the path. */
  private target({ route, params = {}, json = [] }: Request) {
    const [method, pattern] = route.split(' ') as [string, string]
    const realParams = this.replacePlaceholders(params) as Params
    const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(realParams[name])))
    const rest = Object.entries(realParams)
      .filter(([name]) => !pattern.includes(`{${name}}`))
      .map(([name, value]) => [name, json.includes(name) ? JSON.stringify(value) : value] as const)
    return { method, path, rest }
  }

  /** Fails unless a response is like the example. Learns the real id for each id of the example that is new. */
  expectLike(example: unknown, answered: unknown, at: string): void {
    if (example instanceof VaryingValue) this.expectVarying(example, answered, at)
    else if (typeof example === 'number' && isId(example)) this.expectId(example, answered, at)
    else if (typeof example === 'string' && isNamedId(example)) this.expectId(Number(example), Number(answered), at)
    else if (isTime(example) && example !== answered) expect(isTime(answered), at).toBe(true)
    else if (Array.isArray(example)) {
      expect(answered, at).toHaveLength(example.length)
      for (const [index, one] of example.entries())
        this.expectLike(one, (answered as unknown[])[index], `${at}.${index}`)
    } else if (typeof example === 'object' && example !== null) {
      const names = Object.keys(answered as object)
      const wanted = Object.entries(example).map(
        ([name, one], index) => [this.realName(name, names[index]), one] as const,
      )
      expect(Object.keys(answered as object).toSorted(), at).toEqual(wanted.map(([name]) => name).toSorted())
      for (const [name, one] of wanted) this.expectLike(one, (answered as Params)[name], `${at}.${name}`)
    } else expect(answered, at).toEqual(example)
  }

  private expectVarying(varying: VaryingValue, answered: unknown, at: string): void {
    const { example, others } = varying
    this.varied.set(varying, answered)
    if (others.includes(answered)) return
    expect(typeof answered, at).toBe(typeof example)
    if (typeof example !== 'string' || !example.includes('/')) return
    const parts = String(answered).split('/')
    for (const [index, part] of example.split('/').entries())
      if (isNamedId(part)) this.expectId(Number(part), Number(parts[index]), at)
      else this.realParts.set(part, parts[index]!)
  }

  private expectId(example: number, answered: unknown, at: string): void {
    const realId = this.real.get(example)
    expect(answered, at).toEqual(realId ?? expect.any(Number))
    this.real.set(example, answered as number)
  }

  /** The real name of a field. An id that no response has contained yet is learned from the field at the same position. */
  private realName(name: string, answered: string | undefined): string {
    if (/^[1-9]\d{3}$/.test(name) && !this.real.has(Number(name))) this.expectId(Number(name), Number(answered), name)
    return String(this.replacePlaceholders(name))
  }

  /** The value with real ids, also in field names. */
  private replacePlaceholders(value: unknown): unknown {
    if (typeof value === 'number' && isId(value)) {
      const real = this.real.get(value)
      if (real === undefined) expect.fail(`No answer told the id ${value}`)
      return real
    }
    if (typeof value === 'string')
      return value
        .split('/')
        .map((part) =>
          isNamedId(part) ? String(this.replacePlaceholders(Number(part))) : (this.realParts.get(part) ?? part),
        )
        .join('/')
    if (value instanceof VaryingValue) return this.varied.get(value) ?? value.example
    if (Array.isArray(value)) return value.map((one) => this.replacePlaceholders(one))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        String(this.replacePlaceholders(name)),
        this.replacePlaceholders(one),
      ]),
    )
  }
}
