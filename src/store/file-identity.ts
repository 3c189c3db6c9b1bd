/** Identifies the file behind a path: the same after a restart, a renaming and a remount, but different for every copy. */
import { statSync } from "node:fs";

/** Without the device, whose number may change when the machine starts again. */
export interface FileIdentity {
  readonly inode: string;
  /** Null where the file system stores no time of birth. */
  readonly bornAtNs: string | null;
}

export function fileIdentityOf(path: string): FileIdentity {
  const { ino, birthtimeNs, ctimeNs } = statSync(path, { bigint: true });
  // Where no time of birth is stored, the system reports 0 or the time of the last change.
  const isKept = birthtimeNs > 0n && birthtimeNs !== ctimeNs;
  return { inode: String(ino), bornAtNs: isKept ? String(birthtimeNs) : null };
}

export function isSameFile(one: FileIdentity, other: FileIdentity): boolean {
  const isBirthKnown = one.bornAtNs !== null && other.bornAtNs !== null;
  return one.inode === other.inode && (!isBirthKnown || one.bornAtNs === other.bornAtNs);
}
