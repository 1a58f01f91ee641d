import type { Counter } from './quotas'

/** Operations that R2 counts. */
type BucketCounter = Extract<Counter, 'r2_reads' | 'r2_writes'>

/** The bindings, with a bucket that counts its operations as R2 does: deleting is free. `count` may refuse an operation. */
export function withCountedBucket(env: Env, count: (counter: BucketCounter, amount: number) => void): Env {
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
