// Sounds as the models take them: WAV of one channel at 16 kHz, from files of any kind and from the microphone.
const rate = 16000;

export function wav(samples: Float32Array): Blob {
  const head = new DataView(new ArrayBuffer(44));
  const data = new DataView(new ArrayBuffer(2 * samples.length));
  const write = (at: number, text: string): void => {
    for (let i = 0; i < text.length; ++i) head.setUint8(at + i, text.charCodeAt(i));
  };
  write(0, 'RIFF');
  head.setUint32(4, 36 + data.byteLength, true);
  write(8, 'WAVEfmt ');
  head.setUint32(16, 16, true);
  head.setUint16(20, 1, true); // whole numbers
  head.setUint16(22, 1, true); // one channel
  head.setUint32(24, rate, true);
  head.setUint32(28, 2 * rate, true);
  head.setUint16(32, 2, true);
  head.setUint16(34, 16, true);
  write(36, 'data');
  head.setUint32(40, data.byteLength, true);
  for (const [i, value] of samples.entries())
    data.setInt16(2 * i, Math.round(32767 * Math.max(-1, Math.min(1, value))), true);
  return new Blob([head, data], { type: 'audio/wav' });
}

/** WAV stays as it is; all else is decoded by the browser. */
export async function asWav(sound: Blob): Promise<Blob> {
  const bytes = await sound.arrayBuffer();
  if (new TextDecoder('latin1').decode(bytes.slice(0, 4)) === 'RIFF') return sound;
  const decoded = await new OfflineAudioContext(1, 1, rate).decodeAudioData(bytes).catch(() => {
    throw new Error('This is no sound that the browser can read.');
  });
  const mixed = new Float32Array(decoded.length);
  const channels = decoded.numberOfChannels;
  for (let c = 0; c < channels; ++c)
    decoded.getChannelData(c).forEach((value, i) => {
      mixed[i]! += value / channels;
    });
  return wav(mixed);
}

const refusals: Record<string, string> = {
  NotAllowedError:
    'The page may not use the microphone. Allow it in the browser’s settings for this site, or choose a file.',
  NotFoundError: 'No microphone was found. Connect one, or choose a file.',
  NotReadableError: 'The microphone cannot be used just now; another program may have it.',
};

export interface Recording {
  stop(): void;
  sound: Promise<Blob>;
}

/** Records until it is stopped or `longest` seconds are over; tells how loud it is, 0 to 1, and how long it has been. */
export async function record(longest: number, onLevel: (level: number, seconds: number) => void): Promise<Recording> {
  if (!navigator.mediaDevices)
    throw new Error(
      'There is no microphone for this page: browsers give it to https and localhost only. Choose a file.',
    );
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch((error: Error) => {
    throw new Error(refusals[error.name] ?? `The microphone cannot be used: ${error.message}`);
  });
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  const recorder = new MediaRecorder(stream);
  const pieces: Blob[] = [];
  context.createMediaStreamSource(stream).connect(analyser);
  void context.resume(); // it may sleep when the question for the microphone took long
  const wave = new Float32Array(analyser.fftSize);
  const started = performance.now();
  let drawn = 0;
  const stop = (): void => {
    if (recorder.state === 'recording') recorder.stop();
  };
  const look = (): void => {
    const seconds = (performance.now() - started) / 1000;
    analyser.getFloatTimeDomainData(wave);
    onLevel(Math.min(1, 4 * Math.sqrt(wave.reduce((sum, v) => sum + v * v, 0) / wave.length)), seconds);
    if (seconds > longest) stop();
    else drawn = requestAnimationFrame(look);
  };
  const sound = new Promise<Blob>((resolve, reject) => {
    recorder.ondataavailable = ({ data }) => pieces.push(data);
    recorder.onstop = () => {
      cancelAnimationFrame(drawn);
      for (const track of stream.getTracks()) track.stop();
      void context.close();
      asWav(new Blob(pieces, { type: recorder.mimeType })).then(resolve, reject);
    };
  });
  recorder.start();
  look();
  return { stop, sound };
}
