/**
 * The configuration of `npm start`: `wrangler.toml` with the bucket for files. There the bucket is commented out, because a
 * deployment without a payment method cannot have one; locally it is free.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const bucket = /^# (\[\[r2_buckets\]\]\n)# (binding = "UPLOADS"\n)# (bucket_name = ".*"\n)/m

/** Writes the configuration beside `wrangler.toml` and returns its name. */
export function localConfig(): string {
  const name = 'wrangler.development.toml'
  const text = readFileSync('wrangler.toml', 'utf8').replace(bucket, '$1$2$3')
  const config = `# Made from wrangler.toml by npm start.\n${text}`
  // Write only changes: another running server may watch the file.
  if (!existsSync(name) || readFileSync(name, 'utf8') !== config) writeFileSync(name, config)
  return name
}
