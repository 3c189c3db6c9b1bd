/**
 * A failure that java-tron answers with HTTP 200 and {"Error": "class <java class> : <message>"}.
 * Clients match on these texts, so the class name is part of the wire format.
 */
export class JavaError extends Error {
  override name = "JavaError";
  readonly javaClass: string;

  constructor(javaClass: string, message: string) {
    super(message);
    this.javaClass = javaClass;
  }
}

const PARSE_EXCEPTION = "org.tron.core.services.http.JsonFormat$ParseException";

/**
 * What the node's JSON to protobuf reader says of a bad field; its line and column are always 1:1
 * here.
 */
export function parseException(message: string): JavaError {
  return new JavaError(PARSE_EXCEPTION, `1:1: ${message}`);
}

export function protobufException(message: string): JavaError {
  return new JavaError("com.google.protobuf.InvalidProtocolBufferException", message);
}

export function jsonException(message: string): JavaError {
  return new JavaError("com.alibaba.fastjson.JSONException", message);
}

export function decoderException(): JavaError {
  const text = "exception decoding Hex string: invalid characters encountered in Hex string";
  return new JavaError("org.bouncycastle.util.encoders.DecoderException", text);
}

export function illegalArgument(message: string): JavaError {
  return new JavaError("java.lang.IllegalArgumentException", message);
}

export function numberFormat(message: string): JavaError {
  return new JavaError("java.lang.NumberFormatException", message);
}

export function nullPointer(): JavaError {
  return new JavaError("java.lang.NullPointerException", "null");
}
