import type { Counter } from './quotas'

/** Operations that R2 counts. */
type BucketCounter = Extract<Counter, 'r2_reads' | 'r2_writes'>

/** Methods of an upload in pieces that R2 counts as writes. Giving one up is free. */
const uploadWrites: ReadonlySet<string> = new Set(['uploadPart', 'complete'])

/** The bindings, with a bucket that counts its operations as R2 does: deleting is free. `count` may refuse an operation. */
export function withCountedBucket(env: Env, count: (counter: BucketCounter, amount: number) => void): Env {
  const { UPLOADS: bucket } = env
  if (bucket === undefined) return env
  const countedUpload = (upload: R2MultipartUpload): R2MultipartUpload =>
    calling(upload, (name) => {
      if (uploadWrites.has(name)) count('r2_writes', 1)
    })
  const counted = calling(bucket, (name) => {
    if (name === 'get' || name === 'head') count('r2_reads', 1)
    else if (name !== 'delete') count('r2_writes', 1)
  })
  const createMultipartUpload: R2Bucket['createMultipartUpload'] = async (...args) =>
    countedUpload(await counted.createMultipartUpload(...args))
  const whole = new Proxy(counted, {
    get: (target, name: keyof R2Bucket) => (name === 'createMultipartUpload' ? createMultipartUpload : target[name]),
  })
  return { ...env, UPLOADS: whole }
}

/** An object of the platform that says which of its methods are called. */
const calling = <T extends object>(object: T, onCall: (name: string) => void): T =>
  new Proxy(object, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        onCall(String(name))
        return (value as (...all: unknown[]) => unknown).apply(target, args)
      }
    },
  })
