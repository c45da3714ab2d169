use super::*;

/// One name and remark as programs of each country write them: bytes, encoding, text.
///
/// In Shift_JIS and Big5 some of these letters end in the byte of `\`. The bytes were made with the codecs of Python 3.
const FILES: [(&[u8], &str, &str); 6] = [
    (
        b"PB[\x8d\xe2\x93c\x89h\x92j]C[\x91\xe3\x95\x5c \x83\x5c\x83t\x83g \x94\x5c\x97\xcd \x95\x5c\x8e\xa6]",
        "Shift_JIS",
        "PB[坂田栄男]C[代表 ソフト 能力 表示]",
    ),
    (
        b"PB[\xbf\xc2\xbd\xe0]PW[\xc0\xee\xca\xc0\xca\xaf]C[\xd6\xd0\xb9\xfa\xce\xa7\xc6\xe5\xd6\xb0\xd2\xb5]",
        "GB18030",
        "PB[柯洁]PW[李世石]C[中国围棋职业]",
    ),
    (
        b"PB[\xc0\xcc\xc3\xa2\xc8\xa3]PW[\xc1\xb6\xc8\xc6\xc7\xf6]C[\xc7\xd1\xb1\xb9 \xb9\xd9\xb5\xcf]",
        "EUC-KR",
        "PB[이창호]PW[조훈현]C[한국 바둑]",
    ),
    (b"PB[\xa9P\xabT\xbe\xb1]C[\xa5\x5c\xb3\x5c\xbb\x5c \xa5x\xc6W]", "Big5", "PB[周俊勳]C[功許蓋 台灣]"),
    (b"PB[J\xf6rg M\xfcller]PW[Andr\xe9]C[\xe9 \xe0]", "ISO-8859-1", "PB[Jörg Müller]PW[André]C[é à]"),
    (b"PB[\x1b$B:dED1ICK\x1b(B]C[\x1b$BI=<(\x1b(B]", "ISO-2022-JP", "PB[坂田栄男]C[表示]"),
];

fn file(ca: &str, body: &[u8]) -> Vec<u8> {
    [format!("(;GM[1]{ca}SZ[9]").as_bytes(), body, b";B[ee];W[cc])"].concat()
}

#[test]
fn what_a_file_says_of_its_encoding_counts() {
    for (body, label, said) in FILES {
        let ca = format!("CA[{label}]");
        let bytes = file(&ca, body);
        let decoded = decode(&bytes);
        assert_eq!(decoded.text, format!("(;GM[1]{ca}SZ[9]{said};B[ee];W[cc])"), "{label}");
        assert_eq!((decoded.source, decoded.notice), (EncodingSource::Property, None), "{label}");
    }
    // `CA` after a value that ends in the byte of `\`, and names that only programs use.
    let late = b"(;C[\x91\xe3\x95\x5c]\n CA[ CP932 ];B[ee])";
    assert_eq!(decode(late).text, "(;C[代表]\n CA[ CP932 ];B[ee])");
    assert_eq!(decode(b"(;CA[gb2312]C[\xd6\xd0])").encoding, "GBK");
}

#[test]
fn without_ca_the_encoding_is_guessed_and_told() {
    for (body, label, said) in &FILES[..5] {
        for ca in ["", "CA[]", "CA[klingon]", "CA[UTF-8]", "CA[utf-16]"] {
            let bytes = file(ca, body);
            let decoded = decode(&bytes);
            assert_eq!(decoded.text, format!("(;GM[1]{ca}SZ[9]{said};B[ee];W[cc])"), "{label} {ca}");
            assert_eq!(decoded.source, EncodingSource::Guess);
            let notice = decoded.notice.unwrap();
            let words = match ca {
                "" | "CA[]" => "no encoding is given; read as ",
                "CA[UTF-8]" => "CA[UTF-8] is not its encoding; read as ",
                "CA[utf-16]" => "CA[utf-16] is not a known encoding; read as ",
                _ => "CA[klingon] is not a known encoding; read as ",
            };
            assert_eq!(notice, format!("{words}{}", decoded.encoding), "{label}");
        }
    }
}

#[test]
fn little_text_is_guessed_so_that_the_file_comes_to_its_end() {
    // Two letters; the second ends in the byte of `\`.
    assert_eq!(decode(b"(;SZ[9];B[ee]C[\x91\xe3\x95\x5c];W[cc])").text, "(;SZ[9];B[ee]C[代表];W[cc])");
}

#[test]
fn utf_8_is_what_looks_like_it_whatever_the_file_says() {
    for text in ["", "(;)", "(;CA[klingon]C[ascii])", "(;CA[UTF-8]C[代表])", "no SGF, Jörg", "(;CA[gb2312]C[ascii])"]
    {
        let decoded = decode(text.as_bytes());
        assert_eq!((&*decoded.text, decoded.encoding, decoded.notice), (text, "UTF-8", None));
    }
    for text in ["(;CA[gb2312]C[中国围棋职业])", "(;CA[ISO-8859-1]PB[é])"] {
        let decoded = decode(text.as_bytes());
        assert_eq!((&*decoded.text, decoded.encoding), (text, "UTF-8"));
        assert!(decoded.notice.unwrap().ends_with(" is not its encoding; read as UTF-8"));
    }
    // A letter that was cut off does not make everything else unreadable.
    let cut = [&b"(;CA[UTF-8]C["[..], "中国围棋职业九段第三届名人战决赛".as_bytes(), b"\xe4\xb8];B[ee])"].concat();
    let decoded = decode(&cut);
    assert!(decoded.text.ends_with("决赛\u{fffd}];B[ee])"), "{}", decoded.text);
    assert!(decoded.notice.unwrap().ends_with("; 1 letters could not be read as UTF-8"));
}

#[test]
fn a_mark_decides() {
    let text = "(;CA[Shift_JIS]C[代表])";
    let utf_16 = |unit: fn(u16) -> [u8; 2], mark: [u8; 2]| {
        mark.into_iter().chain(text.encode_utf16().flat_map(unit)).collect::<Vec<u8>>()
    };
    let files = [
        [b"\xef\xbb\xbf", text.as_bytes()].concat(),
        utf_16(u16::to_le_bytes, [0xff, 0xfe]),
        utf_16(u16::to_be_bytes, [0xfe, 0xff]),
    ];
    for bytes in files {
        let decoded = decode(&bytes);
        assert_eq!((&*decoded.text, decoded.source), (text, EncodingSource::Mark));
    }
}
