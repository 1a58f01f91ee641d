import type { DoApart } from './job-kind'

/** What a realm's object does in an event of its own. */
interface PartsObject extends Rpc.DurableObjectBranded {
  doPart(call: { part: string; input: unknown }): Promise<string>
}

/** Does parts of jobs in events of their own: each is a call of the realm's object, also from that object itself. */
export const partsIn =
  ({ REALM }: Pick<Env, 'REALM'>, realm_id: number): DoApart =>
  async (part, input) => {
    const objects = REALM as DurableObjectNamespace<PartsObject>
    return JSON.parse(await objects.getByName(String(realm_id)).doPart({ part, input })) as unknown
  }
