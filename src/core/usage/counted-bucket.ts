import type { Counter } from './quotas'

/** The bindings, with a bucket whose operations are counted as R2 does: deleting is free. */
export function withCountedBucket(env: Env, count: (counter: Counter, amount: number) => void): Env {
  const { UPLOADS: bucket } = env
  if (bucket === undefined) return env
  const counting: ProxyHandler<R2Bucket> = {
    get(bucket, name: keyof R2Bucket) {
      const method = bucket[name] as (...args: unknown[]) => unknown
      return (...args: unknown[]) => {
        if (name === 'get' || name === 'head') count('r2_reads', 1)
        else if (name !== 'delete') count('r2_writes', 1)
        return method.apply(bucket, args)
      }
    },
  }
  return { ...env, UPLOADS: new Proxy(bucket, counting) }
}
