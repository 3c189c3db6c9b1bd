/** getnodeinfo: which software this is and where its blocks are. */
import type { Block } from "../storage/storage.js";
import type { Endpoint } from "./answer.js";

/** The version of java-tron whose behaviour is copied. */
const CODE_VERSION = "4.8.0";

export const getNodeInfo: Endpoint = ({ chain, solid: isSolid }) => {
  const solid = chain.block(chain.solidNumber) ?? chain.head;
  return {
    beginSyncNum: 0,
    block: printRef(isSolid ? solid : chain.head),
    solidityBlock: printRef(solid),
    currentConnectCount: 0,
    activeConnectCount: 0,
    passiveConnectCount: 0,
    totalFlow: 0,
    peerInfoList: [],
    configNodeInfo: { codeVersion: CODE_VERSION, p2pVersion: "0", supportConstant: false },
    machineInfo: {},
    cheatWitnessInfoMap: {},
  };
};

function printRef({ number, id }: Block): string {
  return `Num:${number},ID:${id}`;
}
