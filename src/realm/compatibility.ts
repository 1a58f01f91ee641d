/**
 * Names that software written for the Zulip API looks for, beside the specification's own. All of them are here;
 * `COMPATIBILITY_NAMES = "off"` in `wrangler.toml` leaves them away.
 */
const otherNames: Record<string, string> = {
  service_version: 'zulip_version',
  service_feature_level: 'zulip_feature_level',
  service_merge_base: 'zulip_merge_base',
}

/** The fields, and those of them that have another name under that name too. */
export function withOtherNames<T extends Record<string, unknown>>(fields: T, env: Pick<Env, 'COMPATIBILITY_NAMES'>): T {
  if (env.COMPATIBILITY_NAMES === 'off') return fields
  const others = Object.entries(otherNames).filter(([name]) => name in fields)
  return { ...fields, ...Object.fromEntries(others.map(([name, other]) => [other, fields[name]])) }
}
