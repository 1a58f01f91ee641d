/**
 * The configuration of `npm start`: `wrangler.toml` with the bucket for files, which is only commented there because a
 * deployment without a payment method cannot have one. On this machine it costs nothing.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const bucket = /^# (\[\[r2_buckets\]\]\n)# (binding = "UPLOADS"\n)# (bucket_name = ".*"\n)/m

/** Writes the configuration beside the one that it is made from, and answers its name. */
export function localConfig(): string {
  const name = 'wrangler.development.toml'
  const text = readFileSync('wrangler.toml', 'utf8').replace(bucket, '$1$2$3')
  const config = `# Made from wrangler.toml by npm start.\n${text}`
  // Another server may be watching the file.
  if (!existsSync(name) || readFileSync(name, 'utf8') !== config) writeFileSync(name, config)
  return name
}
