/** Which file a path leads to: the same after a restart, a renaming and a remount, and another for every copy. */
import { statSync } from "node:fs";

/** Without the device, whose number another start of the machine may change. */
export interface FileIdentity {
  readonly inode: string;
  /** Null where the file system keeps no time of birth. */
  readonly bornAtNs: string | null;
}

export function fileIdentityOf(path: string): FileIdentity {
  const { ino, birthtimeNs, ctimeNs } = statSync(path, { bigint: true });
  // Where no birth is kept, it is said to be never, or whenever the file was changed last.
  const isKept = birthtimeNs > 0n && birthtimeNs !== ctimeNs;
  return { inode: String(ino), bornAtNs: isKept ? String(birthtimeNs) : null };
}

export function isSameFile(one: FileIdentity, other: FileIdentity): boolean {
  const isBirthKnown = one.bornAtNs !== null && other.bornAtNs !== null;
  return one.inode === other.inode && (!isBirthKnown || one.bornAtNs === other.bornAtNs);
}
